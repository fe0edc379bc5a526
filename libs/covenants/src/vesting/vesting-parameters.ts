import { findScheduleProblem, MAX_AMOUNT, type ScheduleProblem, type VestingSchedule } from '@weir/vesting';
import type { PublicKeyHash } from '../chain/address.js';
import { P2PKH_DUST } from '../chain/dust.js';
import { MAX_SATOSHIS } from '../chain/supply.js';
import { BCH_ASSET, isCategory, type VestingAsset } from '../contract/asset.js';
import { MAX_NOTICE_BLOCKS, MIN_NOTICE_BLOCKS } from '../contract/notice.js';

/** What a vesting contract is compiled with: everything about a stream that never changes. */
export interface VestingParameters {
  /** Gets the rest of a cancelled stream, the unused reserve, and strays. */
  readonly sender: PublicKeyHash;
  readonly recipient: PublicKeyHash;
  /** Amounts in satoshis or base units, times in Unix seconds. */
  readonly schedule: VestingSchedule;
  /** Blocks between a cancel and its refund; 0 for a stream that cannot be cancelled. */
  readonly noticeBlocks: number;
  /** 16 random bytes, so that two streams of equal terms have different addresses. */
  readonly nonce: Uint8Array;
}

/** The rule that a set of vesting parameters breaks. */
export type VestingParametersProblem =
  | ScheduleProblem
  | 'AMOUNT_BELOW_DUST'
  | 'AMOUNT_ABOVE_SUPPLY'
  | 'NOTICE_OUT_OF_RANGE'
  | 'MALFORMED';

/** Checks amounts in BCH. A total that is out of range for any asset is left to `findScheduleProblem`. */
const findSatoshisProblem = ({ total }: VestingSchedule): VestingParametersProblem | undefined => {
  if (total > 0n && total < P2PKH_DUST) return 'AMOUNT_BELOW_DUST';
  return total > MAX_SATOSHIS && total <= MAX_AMOUNT ? 'AMOUNT_ABOVE_SUPPLY' : undefined;
};

/**
 * Returns the first rule that a set of parameters breaks, or undefined when they are sound. The same check serves
 * what a user asks for and what an announcement on the chain claims. Tokens have neither dust nor BCH's supply: 1 to
 * 9,223,372,036,854,775,807 base units.
 */
export const findVestingProblem = (
  parameters: VestingParameters,
  asset: VestingAsset = BCH_ASSET,
): VestingParametersProblem | undefined => {
  const { sender, recipient, schedule, noticeBlocks, nonce } = parameters;
  if (sender.length !== 20 || recipient.length !== 20 || nonce.length !== 16) return 'MALFORMED';
  if (asset.type === 'FUNGIBLE_TOKEN' && !isCategory(asset.category)) return 'MALFORMED';
  const problem = (asset.type === 'BCH' ? findSatoshisProblem(schedule) : undefined) ?? findScheduleProblem(schedule);
  if (problem !== undefined) return problem;
  const noticeSound = noticeBlocks === 0 || (noticeBlocks >= MIN_NOTICE_BLOCKS && noticeBlocks <= MAX_NOTICE_BLOCKS);
  return Number.isInteger(noticeBlocks) && noticeSound ? undefined : 'NOTICE_OUT_OF_RANGE';
};
