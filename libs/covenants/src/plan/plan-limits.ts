import { type CalendarProduct, planFeeLimits, type PlanFeeLimits, type PlanProduct } from '@weir/contracts';
import { DEFAULT_CANCEL_FILLS as CANCEL_FILLS, DEFAULT_MOVE_DELAY, leastPaidOf, MAX_PERIODS } from '@weir/kinds';

export { DEFAULT_MOVE_DELAY, planFeeLimits };
export type { PlanProduct };

/** Returns the kind of streams that a product has. */
export const planKindOf = (product: PlanProduct): 'VESTING' | 'RECURRING' =>
  product === 'VESTING_BCH' || product === 'VESTING_TOKEN' ? 'VESTING' : 'RECURRING';

/** Whether a product's principal is satoshis, held by the state itself, rather than tokens in its companion. */
export const isBchPlan = (product: PlanProduct): boolean => product === 'VESTING_BCH' || product === 'RECURRING_BCH';

/**
 * Returns the smallest payment of a product, and the smallest remainder: 576 satoshis in BCH, the dust of a P2SH32, which any
 * recipient may be; one unit of a token.
 */
export const leastPayment = (product: PlanProduct): bigint =>
  leastPaidOf(isBchPlan(product) ? 'BCH' : 'FUNGIBLE_TOKEN');

/** Most groups of terms in an announcement, of any plan: see `mostGroupsOf`. */
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
 * Returns the satoshis that the reserve of a stream gives to a step that makes no payout: a refund, a settling, or the move to another
 * address, whose announcement has put as many into it.
 */
export const stepFeeOf = ({ product, floor }: { readonly product: PlanProduct; readonly floor: bigint }): bigint =>
  isBchPlan(product) ? floor : floor - PLAN_TOKEN_PAYOUT_SATOSHIS;
/**
 * While a notice runs, a payment is at least the total divided by this, or all that is left, or is made beside the
 * recipient's own coin.
 */
export const PLAN_PUSH_DIVISOR = 4_096n;
/**
 * Payments that a cancel leaves paid for by default, the last one among them: one of a 16th of what is left is then
 * always paid for.
 */
export const DEFAULT_CANCEL_FILLS = BigInt(CANCEL_FILLS);

/** Returns the terms for fees that builders give to new plans of a product, satoshis. */
export const defaultPlanFees = (product: PlanProduct): Readonly<Record<keyof PlanFeeLimits, bigint>> => {
  const { fee, floor } = planFeeLimits(product);
  return { fee: fee.default, floor: floor.default };
};

/** Streams of the longest terms, of a key's or a vault's plan, moved in up to 97,000 bytes. */
const MOST_STOPS = { BCH: 88, TOKEN: 70 } as const;
/** The same of streams by the calendar: a resume of a salary is the longest. */
const MOST_CALENDAR_STOPS = { BCH: 72, TOKEN: 60 } as const;

const BY_SECONDS: ReadonlySet<string> = new Set<PlanProduct>([
  'VESTING_BCH',
  'VESTING_TOKEN',
  'RECURRING_BCH',
  'RECURRING_TOKEN',
]);

/** Returns the most streams that one signature stops or resumes within the size nodes relay, no matter what their terms and parties are. */
export const mostStopsOf = (product: PlanProduct | CalendarProduct): number =>
  (BY_SECONDS.has(product) ? MOST_STOPS : MOST_CALENDAR_STOPS)[product.endsWith('BCH') ? 'BCH' : 'TOKEN'];
