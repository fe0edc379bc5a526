import { MAX_KEYLESS_PAYMENTS } from '@weir/kinds';
import { noteSatoshis } from '../plan/funding/funding-outputs.js';
import {
  canLockMove,
  LOCK_FLOOR,
  MOVABLE_LOCK_FLOOR,
  type LockAsset,
  type LockSchedule,
  type LockTerms,
} from './lock-terms.js';

/**
 * Satoshis that a payment of tokens may take from the reserve of a lock that stays, and that the reserve keeps for the last one.
 * `lockBounds` has those of locks that can move, too.
 */
export const LOCK_RESERVE = 1_500n;

/** What a lock that stays may give for the fee of a payment, satoshis: before its end, and at it. */
export const LOCK_FEES = {
  BCH: { pay: 420n, end: 420n },
  FUNGIBLE_TOKEN: { pay: 500n, end: 450n },
} as const satisfies Record<LockAsset, { readonly pay: bigint; readonly end: bigint }>;

/** Satoshis that an announcement adds to a lock, and that are the fee of its move: nobody needs a coin to finish it. */
export const LOCK_MOVE_FEE = { BCH: 600n, FUNGIBLE_TOKEN: 680n } as const satisfies Record<LockAsset, bigint>;

/** Bounds that the script of a lock has, satoshis. */
export interface LockBounds {
  /** What stays in a lock of BCH until its end. */
  readonly floor: bigint;
  /** What a payment before the end, and one at it, may take for the fee. */
  readonly fees: Readonly<Record<LockAsset, { readonly pay: bigint; readonly end: bigint }>>;
  /** What a payment in BCH that nobody's coin pays for is at least: 64 fees. */
  readonly keyless: bigint;
  /** What a payment of tokens may take from the reserve, and what the reserve keeps for the last one. */
  readonly reserve: bigint;
}

const STAYS: LockBounds = { floor: LOCK_FLOOR, fees: LOCK_FEES, keyless: 26_880n, reserve: LOCK_RESERVE };
const MOVES: LockBounds = {
  floor: MOVABLE_LOCK_FLOOR,
  fees: { BCH: { pay: 470n, end: 470n }, FUNGIBLE_TOKEN: { pay: 570n, end: 500n } },
  keyless: 30_080n,
  reserve: 1_570n,
};

/** Returns the bounds of a lock; the script of one that can move is longer. */
export const lockBounds = (terms: Pick<LockTerms, 'delay'>): LockBounds => (canLockMove(terms) ? MOVES : STAYS);

/** Returns the satoshis of the note that shows a recipient on the chain: the fee of a payment with a coin of their own. */
export const lockNoteSatoshis = (asset: LockAsset): bigint =>
  noteSatoshis({ product: asset === 'BCH' ? 'VESTING_BCH' : 'VESTING_TOKEN' });

/** What the number of a lock's payments follows from. `total` in base units. */
type LockSize = Pick<LockSchedule, 'steps'> & { readonly total: bigint };

/** Payments of a lock of tokens that a reserve is for unless asked otherwise, and the most that can need nobody's coin. */
const KEYLESS_PAYMENTS = { default: 12n, most: BigInt(MAX_KEYLESS_PAYMENTS) } as const;

const smallest = ({ steps, total }: LockSize, most: bigint): number =>
  Number([steps, total].reduce((least, each) => (each < least ? each : least), most));

/**
 * Returns the number of payments that the reserve of a lock of tokens covers by default: one for each step, 12 at most,
 * and no more than there are tokens. Anybody who pays more often brings a coin.
 */
export const defaultLockPayments = (size: LockSize): number => smallest(size, KEYLESS_PAYMENTS.default);

/**
 * Returns the most payments of a lock of tokens that can need nobody's coin, and so the most that a reserve is of use for:
 * one for each step and token, and 64, since the script lets each pay no less than a 64th of the total, the last one apart.
 */
export const mostLockPayments = (size: LockSize): number => smallest(size, KEYLESS_PAYMENTS.most);

/**
 * Returns the satoshis that a lock of tokens holds beside them.
 *
 * @param payments how many payments are to need nobody's coin, at least 1
 * @param terms of a lock that can move; those of one that stays by default
 */
export const lockReserve = (payments: number, terms: Pick<LockTerms, 'delay'> = {}): bigint =>
  lockBounds(terms).reserve * BigInt(payments);
