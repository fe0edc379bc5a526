/** What the streams of a plan are: paid over time or by periods, in satoshis or in a token. */
export type PlanProduct = 'VESTING_BCH' | 'VESTING_TOKEN' | 'RECURRING_BCH' | 'RECURRING_TOKEN';

/** Satoshis that a term for fees may be. */
export interface FeeLimits {
  /** What builders propose. */
  readonly default: bigint;
  /** Covers the longest transaction at a satoshi a byte. With less, the reserve does not pay for it. */
  readonly least: bigint;
  /** With more, somebody who rewrites a transaction in flight keeps an output from the difference to the fee. */
  readonly most: bigint;
}

/** A plan's terms for fees. */
export interface PlanFeeLimits {
  /**
   * Satoshis that a payment may take from the reserve while something is left to pay. In token mode the payout's 1,000 are
   * part of them.
   */
  readonly fee: FeeLimits;
  /**
   * Satoshis that an end, a settle or a refund may take, and that payments leave in the reserve. In token mode an end's
   * 1,000 for the payout are part of them, and a settle or a refund takes 1,000 less. So does a finish, exactly.
   */
  readonly floor: FeeLimits;
}

const upTo = (least: bigint, most: bigint): FeeLimits => ({ default: most, least, most });

const LIMITS: Readonly<Record<PlanProduct, PlanFeeLimits>> = {
  VESTING_BCH: { fee: upTo(500n, 620n), floor: upTo(850n, 1_020n) },
  VESTING_TOKEN: { fee: upTo(1_690n, 1_860n), floor: upTo(1_980n, 2_180n) },
  RECURRING_BCH: { fee: upTo(460n, 570n), floor: upTo(870n, 1_040n) },
  RECURRING_TOKEN: { fee: upTo(1_680n, 1_840n), floor: upTo(2_070n, 2_290n) },
};

/** Returns what a plan's terms for fees may be. A test compares them with the sizes of the covenants. */
export const planFeeLimits = (product: PlanProduct): PlanFeeLimits => LIMITS[product];
