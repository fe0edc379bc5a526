import type { Output } from '@bitauth/libauth';
import { isCoinbase, type Transaction } from '../primitives/transaction.js';
import { invalid, type Refusal } from './refusal.js';

/** An unspent output, and when it was created. */
export interface Coin {
  readonly output: Output;
  /** Height of its block; for one in the mempool, of the next block. */
  readonly height: number;
  readonly isCoinbase: boolean;
  /** Median time past before its block in Unix seconds, from which relative time locks count. */
  readonly medianTimeBefore: number;
}

/** 21 million BCH in satoshis. */
const maximumMoney = 2_100_000_000_000_000n;

const maximumSize = 1_000_000;
/** Amounts are signed in the node, so from here on they are negative. */
const signBit = 1n << 63n;

const checkValues = ({ content }: Transaction): Refusal | undefined => {
  let total = 0n;
  for (const { valueSatoshis } of content.outputs) {
    if (valueSatoshis >= signBit) return invalid('bad-txns-vout-negative');
    if (valueSatoshis > maximumMoney) return invalid('bad-txns-vout-toolarge');
    total += valueSatoshis;
    if (total > maximumMoney) return invalid('bad-txns-txouttotal-toolarge');
  }
  return undefined;
};

/** Checks the rules of every transaction but a coinbase that do not depend on the state of the chain. */
export const checkRegularTransaction = (transaction: Transaction): Refusal | undefined => {
  const { content, raw, spends } = transaction;
  if (isCoinbase(transaction)) return invalid('bad-tx-coinbase');
  if (content.inputs.length === 0) return invalid('bad-txns-vin-empty');
  if (content.outputs.length === 0) return invalid('bad-txns-vout-empty');
  if (raw.length > maximumSize) return invalid('bad-txns-oversize');
  const unsound = checkValues(transaction);
  if (unsound !== undefined) return unsound;
  return new Set(spends).size === spends.length ? undefined : invalid('bad-txns-inputs-duplicate');
};

/** Number of blocks before a coinbase may be spent. */
export const coinbaseMaturity = 100;

const bch = (satoshis: bigint): string => {
  const fraction = (satoshis % 100_000_000n).toString().padStart(8, '0');
  return `${satoshis / 100_000_000n}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
};

export const valueOf = (coins: readonly Coin[]): bigint =>
  coins.reduce((sum, { output }) => sum + output.valueSatoshis, 0n);

/** Sums all outputs, in satoshis. */
export const outputValue = ({ content }: Transaction): bigint =>
  content.outputs.reduce((sum, { valueSatoshis }) => sum + valueSatoshis, 0n);

/**
 * Checks coinbase maturity and the conservation of value.
 * @param height of the block that spends the coins
 */
export const checkInputs = (transaction: Transaction, coins: readonly Coin[], height: number): Refusal | undefined => {
  for (const coin of coins) {
    const depth = height - coin.height;
    if (coin.isCoinbase && depth < coinbaseMaturity) {
      return invalid('bad-txns-premature-spend-of-coinbase', `tried to spend coinbase at depth ${depth}`);
    }
  }
  const [given, taken] = [valueOf(coins), outputValue(transaction)];
  if (given > maximumMoney) return invalid('bad-txns-inputvalues-outofrange');
  return given < taken
    ? invalid('bad-txns-in-belowout', `value in (${bch(given)}) < value out (${bch(taken)})`)
    : undefined;
};

/** Locktimes from here on are Unix seconds, those below are block heights. */
const timeThreshold = 500_000_000;
const finalSequence = 0xffff_ffff;
const disableFlag = 0x8000_0000;
const timeFlag = 0x0040_0000;
const valueMask = 0xffff;
const secondsPerUnit = 512;

/** The tip on which the next block builds, and so the mempool. The median time past is in Unix seconds. */
export interface Tip {
  readonly height: number;
  readonly medianTimePast: number;
}

/**
 * Whether the next block may hold a transaction: its locktime lies strictly below that block's height, or below the
 * tip's median time past.
 */
export const isFinal = ({ content }: Transaction, tip: Tip): boolean => {
  const { inputs, locktime } = content;
  const limit = locktime < timeThreshold ? tip.height + 1 : tip.medianTimePast;
  return locktime === 0 || locktime < limit || inputs.every(({ sequenceNumber }) => sequenceNumber === finalSequence);
};

const isOldEnough = (sequence: number, coin: Coin, tip: Tip): boolean => {
  if ((sequence & disableFlag) !== 0) return true;
  const age = sequence & valueMask;
  return (sequence & timeFlag) === 0
    ? coin.height + age <= tip.height + 1
    : coin.medianTimeBefore + age * secondsPerUnit <= tip.medianTimePast;
};

/** Whether the next block satisfies the relative lock times of all inputs (BIP68, from transaction version 2 on). */
export const satisfiesSequenceLocks = ({ content }: Transaction, coins: readonly Coin[], tip: Tip): boolean =>
  content.version < 2 ||
  content.inputs.every(({ sequenceNumber }, index) => {
    const coin = coins[index];
    return coin !== undefined && isOldEnough(sequenceNumber, coin, tip);
  });
