import { MAX_KEYLESS_PAYMENTS } from '@weir/kinds';
import { noteSatoshis } from '../plan/funding/funding-outputs.js';
import type { LockAsset, LockSchedule } from './lock-terms.js';

/** Satoshis that a payment of tokens may take from a lock's reserve, and that the reserve keeps for the last one. */
export const LOCK_RESERVE = 1_500n;

/** What a lock may give for the fee of a payment, satoshis: before its end, and at it. */
export const LOCK_FEES = {
  BCH: { pay: 420n, end: 420n },
  FUNGIBLE_TOKEN: { pay: 500n, end: 450n },
} as const satisfies Record<LockAsset, { readonly pay: bigint; readonly end: bigint }>;

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
 */
export const lockReserve = (payments: number): bigint => LOCK_RESERVE * BigInt(payments);
