import { leastPaidOf } from '@weir/kinds';
import { timeOfVested, vestedAmount } from '@weir/vesting';
import { type LockCoin, lockUnits } from './lock-coin.js';
import { lockBounds } from './lock-limits.js';
import { canLockMove, leastLeft, lockEnd, type LockTerms, lockVesting } from './lock-terms.js';

/** What of a lock's terms says when it pays how much: all but to whom. */
export type LockPace = Omit<LockTerms, 'recipient'>;

/** A lock of which only its pace matters: a contract is one. */
interface Paced {
  readonly terms: LockPace;
}

/** What a coin holds, no matter where it lies. */
type Holding = Omit<LockCoin, 'outpoint'>;

/** A keyless payment before the end is a 64th of the total at least, so that fees take no more than that of it. */
const PARTS = 64n;
/** What a lock pays at a time. Amounts are satoshis, or base units. */
export interface LockPayout {
  /** Unix seconds: the transaction's locktime. */
  readonly locktime: bigint;
  /** In BCH with the fee, where the lock pays it. */
  readonly due: bigint;
  /** Stays in the lock; 0 at the end. */
  readonly left: bigint;
  /** Whether nobody makes it but the recipient, by a coin of their own: it is too small for others, or a move is pending. */
  readonly small: boolean;
}

/** Returns what must stay in a lock at a time: what is locked, and in BCH a floor until the end. */
export const lockedAt = (terms: LockPace, time: bigint): bigint => {
  const locked = terms.total - vestedAmount(lockVesting(terms), time);
  const least = leastLeft(terms.asset, canLockMove(terms));
  return locked > 0n && locked < least ? least : locked;
};

/** Returns the smallest payment before the end that needs no coin of the recipient. */
export const leastKeyless = ({ asset, total, delay }: LockPace): bigint => {
  if (asset === 'FUNGIBLE_TOKEN') return (total + PARTS - 1n) / PARTS;
  const part = total / PARTS;
  const { keyless } = lockBounds({ delay });
  return part < keyless ? keyless : part;
};

/**
 * Returns what a lock's coin pays at a locktime; undefined where it pays nothing then: before the cliff, and where what is
 * due is below dust. At the end a coin pays everything that it holds.
 */
export const lockPayout = ({ terms }: Paced, coin: Holding, locktime: bigint): LockPayout | undefined => {
  if (locktime < terms.cliff) return undefined;
  const left = lockedAt(terms, locktime);
  const due = lockUnits({ terms }, coin) - left;
  const isMoving = terms.movesTo !== undefined;
  if (left === 0n) return { locktime, due, left, small: isMoving };
  if (due < leastPaidOf(terms.asset)) return undefined;
  return { locktime, due, left, small: isMoving || due < leastKeyless(terms) };
};

/**
 * Returns the earliest time at which a coin pays at least `least`, Unix seconds: the end at the latest.
 *
 * @param least satoshis or base units; by default the smallest payment, which the recipient can take with a coin of their
 *   own; `leastKeyless` for one that anybody can send
 */
export const lockPayableFrom = ({ terms }: Paced, coin: Holding, least = leastPaidOf(terms.asset)): bigint => {
  const kept = lockUnits({ terms }, coin) - least;
  const end = lockEnd(terms);
  if (kept < leastLeft(terms.asset, canLockMove(terms))) return end;
  const time = kept >= terms.total ? terms.cliff : (timeOfVested(lockVesting(terms), terms.total - kept) ?? end);
  return time < terms.cliff ? terms.cliff : time;
};
