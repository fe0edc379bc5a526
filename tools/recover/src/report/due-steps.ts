import { assertSuccess, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import {
  type BuildOptions,
  type ChainTip,
  type CurrencyCoin,
  type CurrencyDuty,
  isCurrencyStray,
  nextCurrencyDuty,
  outpointKey,
  outpointOf,
  type SignedPair,
  takesDeposits,
  type TillCoin,
  usableLocktime,
} from '@weir/covenants';
import { matureCoins, type UnspentOutput } from '@weir/infra/electrum';
import type { RecoverContext } from '../chain/open-chain.js';
import type { Prices } from '../chain/prices.js';
import type { CurrencyInstance, CurrencyTarget } from '../find/follow-currency.js';
import type { RunningNotice } from './report-two-party.js';

/** A payment in a currency that goes on, and what the chain says now. */
export interface CurrencyScene extends CurrencyTarget {
  readonly coin: CurrencyCoin;
  readonly tip: ChainTip;
  /** The latest possible locktime of a payment, Unix seconds: while a notice runs it ends with that of the block that ends it. */
  readonly time: bigint;
  /** The coins at its address of top-ups, the largest first; with tokens those that were sent there by mistake. */
  readonly till: readonly UnspentOutput[];
  /** Those of them that can be added now. */
  readonly deposits: readonly TillCoin[];
  /** What was sent to the address of payments by mistake. */
  readonly lost: readonly UnspentOutput[];
}

/** Returns the notice that runs; undefined where none does. */
export const noticeOf = ({ coin, clock, contract }: Pick<CurrencyInstance, 'coin' | 'clock' | 'contract'>) =>
  coin === undefined || clock === undefined
    ? undefined
    : ({
        after: coin.state.status === 'PAUSING' ? 'pause' : 'cancel',
        height: clock.height ?? null,
        overAtHeight: clock.height === undefined ? null : clock.height + contract.terms.noticeBlocks - 1,
      } as const satisfies RunningNotice);

/** Returns the coins at a payment's address of top-ups, the largest first. */
const tillOf = async (
  { contract, opening }: CurrencyInstance,
  { chain }: RecoverContext,
): Promise<CurrencyScene['till']> => {
  const till = contract.till(opening.category, opening.state.index);
  const coins = await chain.unspent(till.lockingBytecode);
  return [...coins].sort((a, b) => Number(b.satoshis - a.satoshis));
};

/** Returns the coins at a payment's address of top-ups that can be added to it now. One that nodes refuse would hold up the rest. */
const depositsIn = async (
  { coin, till, tip }: Pick<CurrencyScene, 'till' | 'tip'> & { readonly coin: CurrencyCoin | undefined },
  { chain }: RecoverContext,
): Promise<readonly TillCoin[]> => {
  if (coin === undefined || !takesDeposits(coin)) return [];
  const plain = till.filter(({ token }) => token === undefined).slice(0, MOST_DEPOSITS);
  const coins = await matureCoins(chain, plain, tip.height);
  return coins.map(({ txid, vout, satoshis }) => ({ outpoint: { txid, vout }, satoshis }));
};

/**
 * Looks at a payment as it is now. Where it has ended it has no coin, but its address of top-ups may hold some.
 *
 * @throws ChainUnavailableError
 */
export const lookAtCurrency = async (
  target: CurrencyTarget,
  context: RecoverContext,
): Promise<Omit<CurrencyScene, 'coin'> & { readonly coin: CurrencyCoin | undefined }> => {
  const { instance } = target;
  const [tip, till, here] = await Promise.all([
    context.chain.tip(),
    tillOf(instance, context),
    context.chain.unspent(instance.contract.lockingBytecode),
  ]);
  const end = noticeOf(instance)?.overAtHeight ?? null;
  const time =
    end !== null && end < tip.height ? BigInt(await context.chain.medianTimePast(end)) - 1n : usableLocktime(tip);
  const { coin } = instance;
  const deposits = await depositsIn({ coin, till, tip }, context);
  return { ...target, coin, tip, time, till, deposits, lost: here.filter(isCurrencyStray) };
};

/** Most transactions that one command builds, each spending what the one before it left. */
const MOST_STEPS = 25;
/** Coins at the address of top-ups that are added by one command. */
const MOST_DEPOSITS = 10;

/** A period that is due, whose price nothing here fixes, or nobody has paid the fee of. */
export interface HeldPeriod {
  readonly coin: CurrencyCoin;
  /** Undefined where no message fixes its price. */
  readonly pair: SignedPair | undefined;
}

/** What is due of a payment. */
export interface DueSteps {
  readonly steps: readonly CurrencyDuty[];
  /** What they pay the recipient, satoshis. */
  readonly paid: bigint;
  /** The next period, where it is due as well. */
  readonly held: HeldPeriod | undefined;
}

const PAYING: readonly CurrencyDuty['kind'][] = ['topUp', 'pay', 'payDebt'];

/** What a step pays the recipient: behind the payment that goes on. */
const paidBy = ({ kind, transaction }: CurrencyDuty): bigint =>
  kind === 'topUp' ? 0n : (transaction.outputs[1]?.amount ?? 0n);

const withoutSpent = (deposits: readonly TillCoin[], { transaction: { hex } }: CurrencyDuty): TillCoin[] => {
  const { inputs } = assertSuccess(decodeTransactionCommon(hexToBin(hex)));
  const spent = new Set(inputs.map((input) => outpointKey(outpointOf(input))));
  return deposits.filter(({ outpoint }) => !spent.has(outpointKey(outpoint)));
};

/** Returns the pair that fixes the price of the next period, where it is due. */
const pairFor = (
  coin: CurrencyCoin,
  { instance: { contract }, transactions, time }: CurrencyScene,
  prices: Prices,
): Promise<SignedPair | undefined> => {
  const { open, next } = coin.state;
  if (open === 0 || next > time) return Promise.resolve(undefined);
  return prices.pairOf(contract, { due: next, grace: contract.terms.grace }, transactions, time);
};

/**
 * Builds, without a signature, everything that a payment is due: the coins at its address of top-ups are added, periods are paid at the
 * prices of their dates, and then its debt. Each transaction spends what the one before it left.
 *
 * @throws RecoverError, ChainUnavailableError
 */
export const dueSteps = async (scene: CurrencyScene, prices: Prices, options: BuildOptions): Promise<DueSteps> => {
  const { instance, tip, time } = scene;
  const { contract, recipient, clock: started } = instance;
  const { height: tipHeight } = tip;
  const clock = started && { ...started.coin, noticeHeight: started.height ?? tipHeight + 1, tipHeight };
  const steps: CurrencyDuty[] = [];
  let coin = scene.coin;
  let { deposits } = scene;
  for (;;) {
    const pair = await pairFor(coin, scene, prices);
    const duty = nextCurrencyDuty({ contract, coin, recipient, clock, time, pair, deposits }, options);
    if (duty?.next === undefined || !PAYING.includes(duty.kind) || steps.length === MOST_STEPS) {
      const isDue = coin.state.open > 0 && coin.state.next <= time;
      return {
        steps,
        paid: steps.reduce((sum, each) => sum + paidBy(each), 0n),
        held: isDue ? { coin, pair } : undefined,
      };
    }
    steps.push(duty);
    deposits = withoutSpent(deposits, duty);
    coin = duty.next;
  }
};

/** Says that no message is known that fixes the price of the next period, and where to look for one. */
export const unpriced = (
  { contract }: Pick<CurrencyInstance, 'contract'>,
  { state: { next } }: Pick<CurrencyCoin, 'state'>,
): string => {
  const { currency, grace } = contract.terms;
  return `The period of ${new Date(Number(next) * 1000).toISOString()} is due, but no message fixes its price in ${currency}. Name a relay of the oracle, a file with its answer, or the transaction of another payment due at that minute with --oracle. Where the oracle skipped a message, the first one ${grace / 3_600n} hours later fixes it`;
};
