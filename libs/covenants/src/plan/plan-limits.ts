import type { PlanProduct } from './plan-product.js';

/** The OP_RETURN that announces a plan has room for so many groups of terms (220 bytes with a P2SH32 sender). */
export const MAX_PLAN_GROUPS = 16;
/** An index is a positive number of two bytes, signed. */
export const MAX_STREAM_INDEX = 32_767;
/** A reserve in satoshis is a positive number of three bytes, signed. */
export const MAX_STREAM_RESERVE = 8_388_607n;
/** Least blocks of a notice: watchers push up to the median time past at its end, and need an hour for it. */
export const LEAST_PLAN_NOTICE = 12;
/** On a chain of one's own, where blocks come when somebody asks for them. */
export const LEAST_LOCAL_NOTICE = 6;
/** A relative lock counts blocks in 16 bits. */
export const MAX_PLAN_NOTICE = 65_535;
/** Largest transaction nodes relay, bytes. */
export const MAX_STANDARD_SIZE = 100_000;
/** Satoshis of the companion of a stream of tokens: above the dust of its output. */
export const PLAN_COMPANION_SATOSHIS = 1_000n;
/** Satoshis that go with a payment of tokens; the covenant demands as many. */
export const PLAN_TOKEN_PAYOUT_SATOSHIS = 1_000n;
/** While a notice runs, a payment is at least the total divided by this, all that is left, or beside the recipient's own coin. */
export const PLAN_PUSH_DIVISOR = 4_096n;
/** Bounds a cancel fills the reserve to by default: then a payment of a 16th of what is left is always paid for. */
export const DEFAULT_CANCEL_FILLS = 17n;

/** The fee bounds (satoshis) the plans of a product may have. */
export interface FeeBounds {
  readonly default: bigint;
  /** Below it the reserve could not pay for a transition at 1 satoshi a byte. */
  readonly least: bigint;
  /** Above it somebody who rewrites a payment on its way could give themselves an output out of the difference to the size. */
  readonly most: bigint;
}

const BOUNDS: Readonly<Record<PlanProduct, FeeBounds>> = {
  VESTING_BCH: { default: 1_450n, least: 1_050n, most: 1_450n },
  VESTING_TOKEN: { default: 2_600n, least: 2_300n, most: 2_600n },
  RECURRING_BCH: { default: 1_750n, least: 1_350n, most: 1_750n },
  RECURRING_TOKEN: { default: 2_950n, least: 2_650n, most: 3_000n },
};

/** What a plan of a product may take from a stream's reserve for one transition, satoshis. */
export const feeBoundsOf = (product: PlanProduct): FeeBounds => BOUNDS[product];

const STOPS: Readonly<Record<PlanProduct, number>> = {
  VESTING_BCH: 90,
  VESTING_TOKEN: 70,
  RECURRING_BCH: 70,
  RECURRING_TOKEN: 55,
};

/** Streams that one signature cancels at most within the size nodes relay, whoever the parties are. */
export const mostStopsOf = (product: PlanProduct): number => STOPS[product];
