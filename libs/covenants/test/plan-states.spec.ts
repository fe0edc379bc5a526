import type { Output, TransactionCommon } from '@bitauth/libauth';
import fc from 'fast-check';
import { DEFAULT_MOVE_DELAY } from '@weir/kinds';
import { createWallet } from '@weir/wallet';
import {
  buildKeylessPlanPayment,
  buildPaidPlanPayment,
  buildPlanStop,
  createPlanContracts,
  DEFAULT_CANCEL_FILLS,
  defaultPlanFees,
  findTransactionProblem,
  lockingBytecodeOf,
  partyHash,
  planPayout,
  planStop,
  readPlanTransition,
  type PlanClockCoin,
  type PlanCoin,
  type PlanContract,
  type PlanGroup,
  type PlanProduct,
  type PlanState,
} from '../src/index.js';
import { toLibauthOutput } from '../src/transaction/libauth-output.js';
import { decode } from './support/chain.js';
import { somebody } from './support/plan-scenario.js';

const START = 1_700_000_000n;
const DAY = 86_400n;
const ASSET = 'cd'.repeat(32);
const TXID = 'ee'.repeat(32);
const wallet = createWallet({ privateKey: 'sender of any state' });
const SENDER = lockingBytecodeOf(wallet.publicKeyHash);
const purse = {
  hash: wallet.publicKeyHash,
  coins: [{ txid: '11'.repeat(32), vout: 3, satoshis: 50_000_000n }],
};

/** A stream in the middle of its life, not one number of it zero, with the time somebody looks at it. */
interface Moment {
  readonly contract: PlanContract;
  readonly coin: PlanCoin;
  readonly clock: PlanClockCoin;
  readonly recipient: Uint8Array;
  readonly locktime: bigint;
}

const momentOf = (product: PlanProduct): fc.Arbitrary<Moment> =>
  fc
    .record({
      index: fc.integer({ min: 1, max: 32_767 }),
      name: fc.integer({ min: 0, max: 100 }),
      paid: fc.bigInt(1n, 1_000_000_000n),
      principal: fc.bigInt(576n, 20_000_000_000n),
      fees: fc.bigInt(0n, 60n),
      span: fc.bigInt(2n, 2_000n),
      cliff: fc.bigInt(0n, 300n),
      step: fc.constantFrom(1n, 3_600n, DAY, 30n * DAY),
      passed: fc.bigInt(-2n, 2_200n),
      seconds: fc.bigInt(0n, DAY - 1n),
      noticed: fc.boolean(),
      unpaid: fc.integer({ min: 1, max: 300 }),
      open: fc.constantFrom('ALL' as const, 'ONE' as const, 'NONE' as const),
    })
    .map((given) => {
      const { index, noticed, span, unpaid, name } = given;
      const recipient = somebody(name);
      const hash = partyHash(recipient);
      const vesting = product.startsWith('VESTING');
      const group: PlanGroup = vesting
        ? {
            kind: 'VESTING',
            cliff: (given.cliff < span ? given.cliff : span) * DAY,
            step: given.step,
            noticeBlocks: 12,
          }
        : { kind: 'RECURRING', interval: given.step * 60n, noticeBlocks: 12, pausable: true, cancelable: true };
      const amount = given.principal / BigInt(unpaid) > 576n ? given.principal / BigInt(unpaid) : 576n;
      const state: PlanState = vesting
        ? { kind: 'VESTING', index, released: given.paid, start: START, end: START + span * DAY, recipient: hash }
        : {
            kind: 'RECURRING',
            index,
            status: noticed
              ? given.open === 'ALL'
                ? 'PAUSING'
                : 'CANCELLED'
              : given.open === 'ALL'
                ? 'ACTIVE'
                : 'PAUSED',
            open: given.open,
            unpaid,
            next: START,
            amount,
            recipient: hash,
          };
      const { fee, floor } = defaultPlanFees(product);
      const terms = {
        product,
        sender: SENDER,
        nonce: new Uint8Array(16).fill(8),
        fee,
        floor,
        cancelFills: DEFAULT_CANCEL_FILLS,
        delay: DEFAULT_MOVE_DELAY,
        groups: [group],
      };
      const [contract] = createPlanContracts(terms, 'mainnet');
      if (contract === undefined) throw new Error('No contract');
      const salaryPrincipal = amount * BigInt(unpaid) + 7n;
      const coin: PlanCoin = {
        outpoint: { txid: TXID, vout: 5 },
        category: 'ab'.repeat(32),
        units: noticed ? 0n : BigInt(index),
        state,
        principal: vesting ? given.principal : salaryPrincipal,
        reserve: floor + given.fees * fee,
        companion: product.endsWith('TOKEN') ? { category: ASSET, satoshis: 1_000n } : undefined,
      };
      const clock = { outpoint: { txid: TXID, vout: 90 }, satoshis: 1_950n, units: BigInt(index) };
      return { contract, coin, clock, recipient, locktime: START + given.passed * DAY + given.seconds };
    });

/** What a transaction's inputs spend: streams by their contract, the rest by the wallet. */
const sourcesOf = (
  contract: PlanContract,
  inputs: readonly {
    readonly txid: string;
    readonly vout: number;
    readonly satoshis: bigint;
    readonly token?: object;
  }[],
): Output[] =>
  inputs.map((utxo) => {
    const to =
      utxo.txid !== TXID
        ? SENDER
        : utxo.vout === 90
          ? contract.clock.lockingBytecode
          : utxo.vout === 5
            ? contract.lockingBytecode
            : contract.companion.lockingBytecode;
    return toLibauthOutput({
      to,
      amount: utxo.satoshis,
      ...(utxo.token !== undefined && { token: utxo.token as never }),
    });
  });

const signed = async (built: { readonly wcTransaction: object }): Promise<TransactionCommon> => {
  const { signedTransaction } = await wallet.signTransaction({ ...built.wcTransaction, broadcast: false });
  return decode(signedTransaction);
};

const PRODUCTS: readonly PlanProduct[] = ['VESTING_BCH', 'VESTING_TOKEN', 'RECURRING_BCH', 'RECURRING_TOKEN'];

describe.each(PRODUCTS)('%s in any state', (product) => {
  it('what is due is what the covenant pays, by the reserve or by a coin; the next state is what is read', async () => {
    let [keyless, paid] = [0, 0];
    await fc.assert(
      fc.asyncProperty(momentOf(product), async ({ contract, coin, clock, recipient, locktime }) => {
        const payout = planPayout(contract, coin, locktime);
        if (payout === undefined || payout.small) return;
        const payment = { contract, coin, clock, recipient, payout };
        const free = buildKeylessPlanPayment(payment);
        const built = free ?? buildPaidPlanPayment(payment, purse);
        const transaction = 'hex' in built ? decode(built.hex) : await signed(built);
        expect(findTransactionProblem(transaction, sourcesOf(contract, built.inputs))).toBeUndefined();
        const read = readPlanTransition(contract, coin, 'ff'.repeat(32), transaction);
        if (!read.ok) throw new Error(read.problem);
        expect(read.transition.paidToRecipient).toBe(payout.due);
        if (payout.left > 0n)
          expect(read.transition.next).toMatchObject({ state: payout.state, principal: payout.left });
        else expect(read.transition.next).toBeUndefined();
        keyless += free === undefined ? 0 : 1;
        paid += free === undefined ? 1 : 0;
      }),
      { numRuns: 60 },
    );
    expect(keyless).toBeGreaterThan(3);
    expect(paid).toBeGreaterThan(0);
  });

  it('a stop is what the covenant makes of it, no matter where the stream is', async () => {
    let stopped = 0;
    const kinds = product.startsWith('VESTING') ? (['cancel'] as const) : (['cancel', 'pause'] as const);
    await fc.assert(
      fc.asyncProperty(momentOf(product), fc.constantFrom(...kinds), async (moment, kind) => {
        const { contract, coin, recipient, locktime } = moment;
        const stop = planStop(contract, coin, kind, locktime);
        if (stop === undefined) return;
        const built = buildPlanStop([{ contract, coin, recipient, stop }], purse);
        const transaction = await signed(built);
        expect(findTransactionProblem(transaction, sourcesOf(contract, built.inputs))).toBeUndefined();
        const read = readPlanTransition(contract, coin, 'ff'.repeat(32), transaction);
        if (!read.ok) throw new Error(read.problem);
        expect(read.transition).toMatchObject({
          kind,
          paidToRecipient: stop.paid,
          next: { principal: stop.left, units: 0n },
          clock: { units: BigInt(coin.state.index) },
        });
        expect(read.transition.next?.state).toEqual(stop.state);
        stopped += 1;
      }),
      { numRuns: 40 },
    );
    expect(stopped).toBeGreaterThan(3);
  });
});
