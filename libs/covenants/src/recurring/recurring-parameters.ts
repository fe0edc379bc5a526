import { findPlanProblem, fundedTotal, MAX_TIME, type PaymentPlan, type PlanProblem } from '@weir/payments';
import type { PublicKeyHash } from '../chain/address.js';
import { P2PKH_DUST } from '../chain/dust.js';
import { MAX_SATOSHIS } from '../chain/supply.js';
import { BCH_ASSET, isCategory, type VestingAsset } from '../contract/asset.js';
import { MAX_NOTICE_BLOCKS, MIN_NOTICE_BLOCKS } from '../contract/notice.js';

/** What a recurring contract is compiled with: everything about a payment that never changes. */
export interface RecurringParameters {
  /** May pause, resume and cancel; gets what is left of a cancelled payment, the unused reserve, and strays. */
  readonly sender: PublicKeyHash;
  readonly recipient: PublicKeyHash;
  /** Amounts in satoshis or base units, times in Unix seconds. */
  readonly plan: PaymentPlan;
  /** Blocks between a cancel and its refund, and between a pause and its settling; 0 where neither is allowed. */
  readonly noticeBlocks: number;
  readonly cancelable: boolean;
  readonly pausable: boolean;
  /** 16 random bytes, so that two payments of equal terms have different addresses. */
  readonly nonce: Uint8Array;
}

/** The rule that a set of recurring parameters breaks. */
export type RecurringParametersProblem =
  | PlanProblem
  | 'AMOUNT_BELOW_DUST'
  | 'AMOUNT_ABOVE_SUPPLY'
  | 'NOTICE_OUT_OF_RANGE'
  | 'MALFORMED';

/** Checks amounts in BCH: every period's payment must be large enough for an output of its own. */
const findSatoshisProblem = (plan: PaymentPlan): RecurringParametersProblem | undefined => {
  if (plan.amountPerPeriod < P2PKH_DUST || plan.lastAmount < P2PKH_DUST) return 'AMOUNT_BELOW_DUST';
  return fundedTotal(plan) > MAX_SATOSHIS ? 'AMOUNT_ABOVE_SUPPLY' : undefined;
};

const isNoticeSound = ({ noticeBlocks, cancelable, pausable }: RecurringParameters): boolean => {
  if (!cancelable && !pausable) return noticeBlocks === 0;
  return Number.isInteger(noticeBlocks) && noticeBlocks >= MIN_NOTICE_BLOCKS && noticeBlocks <= MAX_NOTICE_BLOCKS;
};

/**
 * Returns the first rule that a set of parameters breaks, or undefined when they are sound. The same check serves
 * what a user asks for and what an announcement on the chain claims.
 */
export const findRecurringProblem = (
  parameters: RecurringParameters,
  asset: VestingAsset = BCH_ASSET,
): RecurringParametersProblem | undefined => {
  const { sender, recipient, plan, nonce } = parameters;
  if (sender.length !== 20 || recipient.length !== 20 || nonce.length !== 16) return 'MALFORMED';
  if (asset.type === 'FUNGIBLE_TOKEN' && !isCategory(asset.category)) return 'MALFORMED';
  // A plan of one period may name any interval; a resume adds it to a time all the same.
  if (plan.interval > MAX_TIME) return 'INTERVAL_OUT_OF_RANGE';
  const problem = findPlanProblem(plan) ?? (asset.type === 'BCH' ? findSatoshisProblem(plan) : undefined);
  if (problem !== undefined) return problem;
  return isNoticeSound(parameters) ? undefined : 'NOTICE_OUT_OF_RANGE';
};
