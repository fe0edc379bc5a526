import { amountOfNext, type PaymentPlan } from '@weir/payments';
import type { VestingAsset } from '../contract/asset.js';
import { TOKEN_OUTPUT_SATOSHIS } from '../transaction/token-selection.js';

/** Satoshis in which the covenants of BCH and of tokens differ. Each mirrors a constant of the covenant. */
export interface RecurringRules {
  /** Most that a payment may take from the contract, the satoshis of a token payout included. */
  readonly feeBound: bigint;
  /** Satoshis that a token payment carries beside the tokens; 0 in BCH. */
  readonly payoutSatoshis: bigint;
  /** Least that the state keeps beside the principal. */
  readonly floor: bigint;
  /** Satoshis of the clock's output; after a pause they pay for its settling. */
  readonly clockSatoshis: bigint;
  /** Most that a pause or cancel may take from the contract, the clock's satoshis included; a payout's come on top. */
  readonly stopBound: bigint;
  readonly settleBound: bigint;
  readonly refundBound: bigint;
}

/** Satoshis of the covenant in BCH. */
export const BCH_RECURRING_RULES: RecurringRules = {
  feeBound: 1_700n,
  payoutSatoshis: 0n,
  floor: 1_700n,
  clockSatoshis: 1_600n,
  stopBound: 3_300n,
  settleBound: 1_600n,
  refundBound: 1_700n,
};

/** Satoshis of the covenant of tokens. */
export const TOKEN_RECURRING_RULES: RecurringRules = {
  feeBound: 3_000n,
  payoutSatoshis: TOKEN_OUTPUT_SATOSHIS,
  floor: 3_000n,
  clockSatoshis: 1_900n,
  stopBound: 4_000n,
  settleBound: 1_900n,
  refundBound: 1_900n,
};

/** Returns the rules of an asset's covenant. */
export const recurringRules = ({ type }: VestingAsset): RecurringRules =>
  type === 'BCH' ? BCH_RECURRING_RULES : TOKEN_RECURRING_RULES;

/**
 * While a notice runs, a push that nobody signs pays at least the periods divided by this, or all that are left.
 * Mirrors the covenant.
 */
export const RECURRING_PUSH_DIVISOR = 4_096n;
/** Most fee bounds that a pause, cancel or resume must leave, one for each unpaid period. Mirrors the covenant. */
export const RECURRING_NOTICE_FEES = 16n;
/** Most seconds by which a resume's next due date may exceed its locktime plus an interval. Mirrors the covenant. */
export const RECURRING_RESUME_SLACK = 7_200n;
/** Most periods that the reserve of a new payment pays for one by one. */
export const RECURRING_RESERVED_PERIODS = 64n;
/** A pause and a cancel, for which the reserve of a new payment pays as well. */
const RESERVED_STOPS = 2n;
/** Satoshis in a companion's output, above the dust of any amount (705). */
export const RECURRING_COMPANION_SATOSHIS = 1_000n;

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/**
 * Returns the satoshis that the state holds for unpaid periods; 0 in token mode.
 *
 * @param paid number of periods that have been paid
 */
export const principalAfter = (plan: PaymentPlan, { type }: VestingAsset, paid: bigint): bigint =>
  type === 'BCH' ? amountOfNext(plan, paid, plan.periods - paid) : 0n;

/** Returns the least satoshis that the state holds while it continues. */
export const leastKept = (plan: PaymentPlan, asset: VestingAsset, paid: bigint): bigint =>
  principalAfter(plan, asset, paid) + recurringRules(asset).floor;

/**
 * Returns the least satoshis that the state holds after a pause, a cancel or a resume: a fee bound more for each
 * unpaid period, up to 16.
 */
export const leastReserved = (plan: PaymentPlan, asset: VestingAsset, paid: bigint): bigint =>
  leastKept(plan, asset, paid) + recurringRules(asset).feeBound * min(plan.periods - paid, RECURRING_NOTICE_FEES);

/**
 * Returns the satoshis to fund the state of a payment with: the principal (in BCH), the floor, and a reserve that
 * pays for each of the first 64 periods one by one, a pause and a cancel.
 */
export const recurringFundingAmount = (plan: PaymentPlan, asset: VestingAsset): bigint => {
  const { feeBound, stopBound } = recurringRules(asset);
  return (
    leastKept(plan, asset, 0n) + feeBound * min(plan.periods, RECURRING_RESERVED_PERIODS) + stopBound * RESERVED_STOPS
  );
};
