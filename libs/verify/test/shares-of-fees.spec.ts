import {
  buildLockFunding,
  buildPaidLockPayment,
  buildPaidPlanPayment,
  buildPlanFunding,
  DEFAULT_CANCEL_FILLS,
  defaultPlanFees,
  findLockFunding,
  findPlanFunding,
  layOutPlan,
  lockingBytecodeOf,
  lockPayout,
  planPayout,
} from '@weir/covenants';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';
import { verify } from '../src/index.js';
import { DAY, hashOf, lockOf, NOW, requestOf, TIP, TOKEN, transactionOf, walletOf } from './support/coins.js';
import { addressAt, flowOf, NETWORK } from './support/flow.js';

const RATES = [1_000n, 1_500n, 2_000n, 3_000n, 4_000n, 6_000n, 9_000n];
const recipient = lockingBytecodeOf(hashOf(0x21));

/** The recipient, and a stranger. */
const payers = [walletOf(0x21), walletOf(0x70)];

describe('a payment beside coins of a payer', () => {
  it.each([false, true])('is accepted at every rate, for every share that the lock pays (tokens: %s)', (tokens) => {
    const sender = tokens ? walletOf(0x11, 300_000_000n) : walletOf(0x11);
    const asset = tokens ? ({ type: 'FUNGIBLE_TOKEN', category: TOKEN } as const) : ({ type: 'BCH' } as const);
    const order = { recipient, total: 100_000_000n, start: NOW - 50n * DAY, cliff: NOW - 40n * DAY, step: 1n };
    const locks = [{ ...order, steps: 100n * DAY }];
    const funding = buildLockFunding({ asset, sender: lockOf(sender), locks }, sender, NETWORK, TIP);
    const found = findLockFunding(NETWORK, 'fa'.repeat(32), transactionOf(requestOf(funding)));
    const [lock] = found.ok ? found.found.locks : [];
    if (lock === undefined) throw new Error('A lock was funded');
    const { contract, coin } = lock;
    for (const at of [NOW, NOW + 50n * DAY])
      for (const feeRate of RATES)
        for (const payer of payers) {
          const payout = lockPayout(contract, coin, at);
          if (payout === undefined) throw new Error('Something is due');
          const built = buildPaidLockPayment({ contract, coin, payout }, payer, { feeRate });
          const flow = flowOf('payment', built, payer, [
            {
              kind: 'PAYS_LOCK',
              lock: contract.address,
              recipient: addressAt(recipient),
              asset: tokens ? TOKEN : undefined,
            },
          ]);
          verify(flow.request, flow.signer, { ...flow.asked, feeRate: 2n * feeRate });
        }
  });

  it.each(['VESTING_BCH', 'VESTING_TOKEN'] as const)(
    'is accepted at every rate, for every share that the reserve of %s pays',
    (product) => {
      const tokens = product === 'VESTING_TOKEN';
      const sender = tokens ? walletOf(1, 40_000_000_000n) : walletOf(1);
      const group = { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 36 } as const;
      const draft = { recipient, total: 100_000_000n, start: NOW - 50n * DAY, end: NOW + 50n * DAY, group };
      const layout = layOutPlan(
        {
          product,
          sender: lockOf(sender),
          nonce: new Uint8Array(16).fill(7),
          ...defaultPlanFees(product),
          cancelFills: DEFAULT_CANCEL_FILLS,
          delay: DEFAULT_MOVE_DELAY,
          streams: [{ kind: 'VESTING', ...draft }],
        },
        NETWORK,
      );
      const [part] = layout.ok ? layout.parts : [];
      if (part === undefined) throw new Error('The plan is sound');
      const { transaction } = buildPlanFunding(part, sender, TIP, tokens ? TOKEN : undefined);
      const found = findPlanFunding(NETWORK, 'fe'.repeat(32), transactionOf(requestOf(transaction)));
      const [stream] = found.ok ? found.plan.streams : [];
      if (stream === undefined) throw new Error('A stream was funded');
      const { contract, coin } = stream;
      for (const at of [NOW, NOW + 60n * DAY])
        for (const feeRate of RATES)
          for (const payer of payers) {
            const payout = planPayout(contract, coin, at);
            if (payout === undefined) throw new Error('Something is due');
            const payment = { contract, coin, clock: undefined, recipient, payout };
            const asked = {
              kind: 'MOVES_STREAM',
              move: 'PAY',
              category: coin.category,
              index: coin.state.index,
              sender: addressAt(lockOf(sender)),
            } as const;
            const built = buildPaidPlanPayment(payment, payer, { feeRate });
            const flow = flowOf('payment', built, payer, [asked], [requestOf(transaction).transaction]);
            verify(flow.request, flow.signer, { ...flow.asked, feeRate: 2n * feeRate });
          }
    },
  );
});
