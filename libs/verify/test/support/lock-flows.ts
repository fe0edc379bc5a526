import {
  buildKeylessLockClaim,
  buildLockFunding,
  buildPaidLockPayment,
  defaultLockPayments,
  findLockFunding,
  lockingBytecodeOf,
  type LockOrder,
  lockPayout,
  lockReserve,
  type WalletCoins,
} from '@weir/covenants';
import type { AskedEffect } from '../../src/index.js';
import { DAY, hashOf, lockOf, NOW, requestOf, TIP, TOKEN, transactionOf, walletOf } from './coins.js';
import { addressAt, type Flow, flowOf, NETWORK } from './flow.js';

const END = NOW + 50n * DAY;

/** A linear lock behind a cliff, steps, and a pure time lock; two of them for one recipient. */
const orders = (): readonly LockOrder[] => [
  {
    recipient: lockingBytecodeOf(hashOf(0x21)),
    total: 100_000_000n,
    start: NOW - 50n * DAY,
    cliff: NOW - 40n * DAY,
    step: 1n,
    steps: 100n * DAY,
  },
  {
    recipient: lockingBytecodeOf(hashOf(0x22)),
    total: 5_000n,
    start: NOW - DAY,
    cliff: NOW - DAY,
    step: DAY,
    steps: 51n,
  },
  {
    recipient: lockingBytecodeOf(hashOf(0x21)),
    total: 3_000_000n,
    start: END - 1n,
    cliff: END - 1n,
    step: 1n,
    steps: 1n,
  },
];

/** @param isReserveStated whether the signer says what a lock of tokens holds for fees: its default */
const openingOf = (
  sender: WalletCoins,
  asset: string | undefined,
  locks: readonly LockOrder[],
  isReserveStated = true,
): AskedEffect => ({
  kind: 'OPENS_LOCKS',
  sender: addressAt(lockOf(sender)),
  asset,
  locks: locks.map(({ recipient, total, start, cliff, step, steps }) => ({
    recipient: addressAt(recipient),
    total,
    ...(isReserveStated && { reserve: asset === undefined ? 0n : lockReserve(defaultLockPayments({ steps, total })) }),
    schedule: { kind: 'VESTING', start, cliff, step, end: start + step * steps },
  })),
});

/** Locks: funded alone and together, paid while more stays, and paid to the end. */
export const lockFlows = (tokens: boolean): readonly Flow[] => {
  const sender = tokens ? walletOf(0x11, 300_000_000n) : walletOf(0x11);
  const asset = tokens ? ({ type: 'FUNGIBLE_TOKEN', category: TOKEN } as const) : ({ type: 'BCH' } as const);
  const category = tokens ? TOKEN : undefined;
  const label = tokens ? 'lock of tokens' : 'lock';
  const [linear, steps, until] = orders();
  if (linear === undefined || steps === undefined || until === undefined) throw new Error('There are three locks');
  const funded = (locks: readonly LockOrder[]) =>
    buildLockFunding({ asset, sender: lockOf(sender), locks }, sender, NETWORK, TIP);
  // The order of the outputs: those of one recipient lie together.
  const listed = [linear, until, steps];
  const funding = funded([linear]);
  const found = findLockFunding(NETWORK, 'fa'.repeat(32), transactionOf(requestOf(funding)));
  const [lock] = found.ok ? found.found.locks : [];
  if (lock === undefined) throw new Error('A lock was funded');
  const { contract, coin } = lock;
  const payments = [NOW, END].flatMap((locktime) => {
    const payout = lockPayout(contract, coin, locktime);
    return payout === undefined ? [] : [{ contract, coin, payout }];
  });
  const [recipient, stranger] = [walletOf(0x21), walletOf(0x70)];
  const pays: AskedEffect = {
    kind: 'PAYS_LOCK',
    lock: contract.address,
    asset: category,
    recipient: addressAt(linear.recipient),
  };
  return [
    flowOf(`${label}: funding`, funding, sender, [openingOf(sender, category, [linear])]),
    flowOf(`${label}: funding of a time lock`, funded([until]), sender, [openingOf(sender, category, [until])]),
    flowOf(`${label}: funding of a list`, funded([linear, steps, until]), sender, [
      openingOf(sender, category, listed),
    ]),
    ...payments.flatMap((payment, index) => {
      const when = index === 0 ? 'payment' : 'last payment';
      const keyless = buildKeylessLockClaim(payment);
      if (keyless === undefined) throw new Error('A payment is large enough to pay for itself');
      return [
        flowOf(`${label}: ${when} without a coin`, keyless, recipient, [pays]),
        flowOf(`${label}: ${when} with a coin of the recipient`, buildPaidLockPayment(payment, recipient), recipient, [
          pays,
        ]),
        flowOf(`${label}: ${when} with a coin of a stranger`, buildPaidLockPayment(payment, stranger), stranger, [
          pays,
        ]),
      ];
    }),
  ];
};

/** The funding of a linear lock of tokens with a reserve for so many payments, by a caller who did not say for how many. */
export const lockWithReserve = (payments: number): { readonly flow: Flow; readonly reserve: bigint } => {
  const sender = walletOf(0x11, 300_000_000n);
  const locks = orders().slice(0, 1);
  const asset = { type: 'FUNGIBLE_TOKEN', category: TOKEN } as const;
  const draft = { asset, sender: lockOf(sender), locks: locks.map((lock) => ({ ...lock, payments })) };
  const built = buildLockFunding(draft, sender, NETWORK, TIP);
  return {
    flow: flowOf('lock with a reserve', built, sender, [openingOf(sender, TOKEN, locks, false)]),
    reserve: lockReserve(payments),
  };
};
