import type { Transaction } from '../primitives/transaction.js';
import type { Coin } from './coin.js';

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
