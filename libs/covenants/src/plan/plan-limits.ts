import { DEFAULT_CANCEL_FILLS as CANCEL_FILLS, MAX_PERIODS, P2SH32_DUST } from '@weir/kinds';

/** The product of a plan: vesting or recurring streams, in satoshis or in a token. A plan has one product. */
export type PlanProduct = 'VESTING_BCH' | 'VESTING_TOKEN' | 'RECURRING_BCH' | 'RECURRING_TOKEN';

/** Returns the kind of streams that a product has. */
export const planKindOf = (product: PlanProduct): 'VESTING' | 'RECURRING' =>
  product === 'VESTING_BCH' || product === 'VESTING_TOKEN' ? 'VESTING' : 'RECURRING';

/** Whether a product's principal is satoshis, held by the state itself, rather than tokens in its companion. */
export const isBchPlan = (product: PlanProduct): boolean => product === 'VESTING_BCH' || product === 'RECURRING_BCH';

/**
 * Returns the smallest payment of a product, and the smallest remainder: 576 satoshis in BCH, the dust of a P2SH32, which any
 * recipient may be; one unit of a token.
 */
export const leastPayment = (product: PlanProduct): bigint => (isBchPlan(product) ? P2SH32_DUST : 1n);

/** Most groups of terms in an announcement: with a P2SH32 sender it then has 220 bytes. */
export const MAX_PLAN_GROUPS = 16;
/** Largest index: a positive number of two bytes, signed. */
export const MAX_STREAM_INDEX = MAX_PERIODS;
/** Largest reserve in satoshis: a positive number of three bytes, signed. */
export const MAX_STREAM_RESERVE = 8_388_607n;
/** Satoshis in a clock's output, above the dust of a P2SH32 output with fungible tokens (687 at most). */
export const CLOCK_SATOSHIS = 800n;
/** Satoshis in the companion of a stream of tokens, above the dust of its output. */
export const PLAN_COMPANION_SATOSHIS = 1_000n;
/** Satoshis that accompany a payment of tokens; the covenant demands as many. */
export const PLAN_TOKEN_PAYOUT_SATOSHIS = 1_000n;
/**
 * While a notice runs, a payment is at least the total divided by this, or all that is left, or is made beside the
 * recipient's own coin.
 */
export const PLAN_PUSH_DIVISOR = 4_096n;
/**
 * Fee bounds that a cancel fills the reserve up to by default: a payment of a 16th of what is left is then always
 * paid for.
 */
export const DEFAULT_CANCEL_FILLS = BigInt(CANCEL_FILLS);

/** The fee bounds, satoshis, that plans of a product may have. */
export interface FeeBounds {
  readonly default: bigint;
  /** Below it the reserve could not pay for a transition at 1 satoshi per byte. */
  readonly least: bigint;
  /**
   * Above it, somebody who rewrites a payment in flight could give themselves an output from the difference between
   * bound and fee.
   */
  readonly most: bigint;
}

const BOUNDS: Readonly<Record<PlanProduct, FeeBounds>> = {
  VESTING_BCH: { default: 1_450n, least: 1_050n, most: 1_450n },
  VESTING_TOKEN: { default: 2_600n, least: 2_300n, most: 2_600n },
  RECURRING_BCH: { default: 1_750n, least: 1_350n, most: 1_750n },
  RECURRING_TOKEN: { default: 2_950n, least: 2_650n, most: 2_950n },
};

/** Returns what a plan of a product may take from a stream's reserve for one transition, satoshis. */
export const feeBoundsOf = (product: PlanProduct): FeeBounds => BOUNDS[product];

const STOPS: Readonly<Record<PlanProduct, number>> = {
  VESTING_BCH: 90,
  VESTING_TOKEN: 70,
  RECURRING_BCH: 70,
  RECURRING_TOKEN: 55,
};

/** Returns the most streams that one signature cancels within the size nodes relay, no matter what kinds the parties have. */
export const mostStopsOf = (product: PlanProduct): number => STOPS[product];
