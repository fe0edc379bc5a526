import { amountOfNext, type PaymentPlan } from '@weir/payments';
import type { VestingAsset } from '../contract/asset.js';
import { TOKEN_OUTPUT_SATOSHIS } from '../transaction/token-selection.js';

/** Satoshis by which the covenants of BCH and of tokens differ; each mirrors the covenant. */
export interface RecurringRules {
  /** A payment may take this from the contract at most, the satoshis of a token payout among them. */
  readonly feeBound: bigint;
  /** Go with a payment, beside what is paid. */
  readonly payoutSatoshis: bigint;
  /** The state keeps this beside the principal. */
  readonly floor: bigint;
  /** Of the clock's output; of a pause's they pay for its settling. */
  readonly clockSatoshis: bigint;
  /** A pause or cancel may take this from the contract at most, the clock's among them, and a payout's beside it. */
  readonly stopBound: bigint;
  readonly settleBound: bigint;
  readonly refundBound: bigint;
}

export const BCH_RECURRING_RULES: RecurringRules = {
  feeBound: 1_700n,
  payoutSatoshis: 0n,
  floor: 1_700n,
  clockSatoshis: 1_600n,
  stopBound: 3_300n,
  settleBound: 1_600n,
  refundBound: 1_700n,
};

export const TOKEN_RECURRING_RULES: RecurringRules = {
  feeBound: 3_000n,
  payoutSatoshis: TOKEN_OUTPUT_SATOSHIS,
  floor: 3_000n,
  clockSatoshis: 1_900n,
  stopBound: 4_000n,
  settleBound: 1_900n,
  refundBound: 1_900n,
};

/** The rules of an asset's covenant. */
export const recurringRules = ({ type }: VestingAsset): RecurringRules =>
  type === 'BCH' ? BCH_RECURRING_RULES : TOKEN_RECURRING_RULES;

/** While a notice runs, a push nobody signs pays at least the periods divided by this, or all that are left; mirrors the covenant. */
export const RECURRING_PUSH_DIVISOR = 4_096n;
/** Fees that a pause, cancel or resume leaves at most, one for each unpaid period; mirrors the covenant. */
export const RECURRING_NOTICE_FEES = 16n;
/** A resume's next due date is at most this many seconds more than an interval after its locktime; mirrors the covenant. */
export const RECURRING_RESUME_SLACK = 7_200n;
/** Periods the reserve of a new payment pays for at most, one by one. */
export const RECURRING_RESERVED_PERIODS = 64n;
/** A pause and a cancel, which the reserve of a new payment pays for too. */
const RESERVED_STOPS = 2n;
/** Satoshis of a companion's output: above the dust of any amount (705). */
export const RECURRING_COMPANION_SATOSHIS = 1_000n;

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Satoshis the state holds for periods still to be paid: none in token mode. */
export const principalAfter = (plan: PaymentPlan, { type }: VestingAsset, paid: bigint): bigint =>
  type === 'BCH' ? amountOfNext(plan, paid, plan.periods - paid) : 0n;

/** Satoshis the state holds at least while it continues. */
export const leastKept = (plan: PaymentPlan, asset: VestingAsset, paid: bigint): bigint =>
  principalAfter(plan, asset, paid) + recurringRules(asset).floor;

/** Satoshis the state holds at least after a pause, a cancel or a resume: also a fee for each unpaid period, 16 at most. */
export const leastReserved = (plan: PaymentPlan, asset: VestingAsset, paid: bigint): bigint =>
  leastKept(plan, asset, paid) + recurringRules(asset).feeBound * min(plan.periods - paid, RECURRING_NOTICE_FEES);

/**
 * Satoshis to fund the state of a payment with: in BCH mode the principal; the floor; the reserve, which pays for
 * every period one by one (the first 64 of more), a pause and a cancel.
 */
export const recurringFundingAmount = (plan: PaymentPlan, asset: VestingAsset): bigint => {
  const { feeBound, stopBound } = recurringRules(asset);
  return (
    leastKept(plan, asset, 0n) + feeBound * min(plan.periods, RECURRING_RESERVED_PERIODS) + stopBound * RESERVED_STOPS
  );
};
