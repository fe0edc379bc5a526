import { assertSuccess, binToHex, decodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import {
  type CurrencyDuty,
  type CurrencyFacts,
  isCurrencyOver,
  nextCurrencyDuty,
  takesDeposits,
  type TillCoin,
  usableLocktime,
} from '@weir/covenants';
import {
  BroadcastRejectedError,
  ChainUnavailableError,
  type CurrencyPaymentRecord,
  findTransaction,
  matureCoins,
  TransactionNotFoundError,
  type UnspentOutput,
} from '@weir/infra';
import type { CurrencyContext } from './currency-context.js';
import { findPair } from './find-pair.js';
import { recordKnownStep } from './follow-currency.js';
import { clockOf, coinOf, contractOf, recipientOf } from './stored-currency.js';

/** A keyless transaction that was sent for a payment. */
export interface SentDuty {
  readonly kind: CurrencyDuty['kind'];
  readonly txHash: string;
}

/** Most transactions that one call sends for a payment: a payment that is late by years catches up over several. */
const MOST_AT_ONCE = 25;

/** Coins of a till that are looked at, the largest first: each is added by a transaction of its own. */
const MOST_DEPOSITS = 20;

/**
 * Lists the coins of a till that can be added, the largest first. None where the chain does not say: what strangers send there must not
 * hold up what a payment is due.
 */
const coinsIn = async (
  { chain }: Pick<CurrencyContext, 'chain'>,
  till: Uint8Array,
  height: number,
): Promise<readonly UnspentOutput[]> => {
  try {
    const plain = (await chain.unspent(till)).filter(({ token }) => token === undefined);
    const largest = plain.sort((a, b) => Number(b.satoshis - a.satoshis)).slice(0, MOST_DEPOSITS);
    return await matureCoins(chain, largest, height);
  } catch (error) {
    if (error instanceof ChainUnavailableError || error instanceof TransactionNotFoundError) return [];
    throw error;
  }
};

const depositsOf = async (
  context: CurrencyContext,
  payment: CurrencyPaymentRecord,
  height: number,
): Promise<TillCoin[]> => {
  const { funding, state } = payment;
  if (funding === null || state === null) return [];
  const contract = contractOf(payment, context.network);
  const coin = coinOf(contract, state);
  if (!takesDeposits(coin)) return [];
  const till = contract.till(funding.category, coin.state.index);
  const coins = await coinsIn(context, till.lockingBytecode, height);
  return coins.map(({ txid, vout, satoshis }) => ({ outpoint: { txid, vout }, satoshis }));
};

/** The heights of a notice that runs, and the time up to which it pays what falls due. */
const noticeOf = async (context: CurrencyContext, payment: CurrencyPaymentRecord): Promise<Notice | undefined> => {
  const clock = clockOf(contractOf(payment, context.network), payment);
  const { cancelNoticeBlocks } = payment;
  if (clock === undefined) return undefined;
  const [tip, transaction] = await Promise.all([
    context.chain.tip(),
    findTransaction(context.chain, clock.outpoint.txid),
  ]);
  // Until it is mined the notice has not begun.
  const noticeHeight = transaction?.height ?? tip.height + 1;
  const last = noticeHeight + cancelNoticeBlocks - 1;
  const until = last < tip.height ? await context.chain.medianTimePast(last) : tip.medianTimePast;
  return { clock: { ...clock, noticeHeight, tipHeight: tip.height }, time: BigInt(until) - 1n };
};

interface Notice {
  readonly clock: NonNullable<CurrencyFacts['clock']>;
  readonly time: bigint;
}

/**
 * Returns the next keyless transaction that a payment is due; undefined where there is none.
 *
 * @param isTillShut whether nothing is added
 */
const nextDuty = async (
  context: CurrencyContext,
  payment: CurrencyPaymentRecord,
  isTillShut: boolean,
): Promise<CurrencyDuty | undefined> => {
  const { state } = payment;
  if (state === null) return undefined;
  const contract = contractOf(payment, context.network);
  const coin = coinOf(contract, state);
  const [tip, feeRate, notice] = await Promise.all([
    context.chain.tip(),
    context.chain.feeRate(),
    noticeOf(context, payment),
  ]);
  const now = usableLocktime(tip);
  const time = notice?.time ?? now;
  const { oracle, grace } = contract.terms;
  const { next, open } = coin.state;
  const isDue = open > 0 && next <= time;
  const pair = isDue ? await findPair(context, binToHex(oracle), { due: next, grace }) : undefined;
  // What nobody can price yet holds up the end of a notice for a grace and no longer: by then another message counts.
  if (isDue && pair === undefined && notice !== undefined && now < next + grace) return undefined;
  const deposits = isTillShut || isCurrencyOver(coin) ? [] : await depositsOf(context, payment, tip.height);
  const facts = { contract, coin, recipient: recipientOf(payment), clock: notice?.clock, time, pair, deposits };
  return nextCurrencyDuty(facts, { feeRate });
};

/**
 * Sends a transaction, and records the step that it makes.
 *
 * @returns the payment after it; undefined where somebody else was faster, so that the payment must be followed again, or where nodes
 * refuse to add a coin of the till
 */
const send = async (
  context: CurrencyContext,
  payment: CurrencyPaymentRecord,
  { kind, transaction: { hex, txid } }: CurrencyDuty,
): Promise<CurrencyPaymentRecord | undefined> => {
  try {
    await context.chain.broadcast(hex);
  } catch (error) {
    if (error instanceof BroadcastRejectedError && (error.areInputsGone || kind === 'topUp')) return undefined;
    throw error;
  }
  const transaction = assertSuccess(decodeTransactionCommon(hexToBin(hex)));
  return recordKnownStep(context, payment, { txid, transaction }, 'chain');
};

/**
 * Sends, one after the other, the keyless transactions that a payment is due: money in its till is added, what is due is paid at the
 * oracle's price, debts are paid, and what is over is settled, refunded or closed. Holds no key. Safe beside others who do the same: one
 * transaction spends a state, and the losers follow it.
 *
 * @param payment as the chain has it
 * @returns what was sent, and the payment after it
 * @throws ServiceError CHAIN_UNAVAILABLE; BROADCAST_REJECTED where nodes refuse one for another reason
 */
export const performDuties = async (
  context: CurrencyContext,
  payment: CurrencyPaymentRecord,
): Promise<{ readonly payment: CurrencyPaymentRecord; readonly sent: readonly SentDuty[] }> => {
  const sent: SentDuty[] = [];
  let current = payment;
  let isTillShut = false;
  while (sent.length < MOST_AT_ONCE) {
    const duty = await nextDuty(context, current, isTillShut);
    if (duty === undefined) break;
    const after = await send(context, current, duty);
    if (after !== undefined) {
      sent.push({ kind: duty.kind, txHash: duty.transaction.txid });
      current = after;
      continue;
    }
    if (duty.kind !== 'topUp') break;
    // The rest does not wait for a coin of strangers. Where the payment itself is spent, the next step is refused as well.
    isTillShut = true;
  }
  return { payment: current, sent };
};
