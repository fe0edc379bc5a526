export { findVestingProblem } from './vesting-parameters.js';
export { MAX_NOTICE_BLOCKS, MIN_NOTICE_BLOCKS } from '../contract/notice.js';
export { MAX_SATOSHIS } from '../chain/supply.js';
export { BCH_ASSET } from '../contract/asset.js';
export type { BchAsset, TokenAsset, VestingAsset } from '../contract/asset.js';
export type { VestingParameters, VestingParametersProblem } from './vesting-parameters.js';
export { decodeVestingState, encodeVestingState, INITIAL_VESTING_STATE } from './vesting-state.js';
export type { VestingState } from './vesting-state.js';
export {
  createVestingContract,
  isTokenVesting,
  VESTING_FEE_BOUND,
  VESTING_PUSH_DIVISOR,
  VESTING_RESERVED_TRANSITIONS,
  VESTING_SHARE_PAID_PUSH,
  VESTING_STATE_FLOOR,
  vestingFundingAmount,
  vestingMinimumPaid,
  vestingMinimumPush,
} from './vesting-contract.js';
export type { AnyVestingContract, TokenVestingContract, VestingContract, VestingScript } from './vesting-contract.js';
export type { ClockCoin } from '../contract/clock-coin.js';
export type { VestingCoin } from './vesting-coin.js';
export { nextPayoutTime, vestingPayout } from './vesting-payout.js';
export type { VestingPayout } from './vesting-payout.js';
export { findVestingDeployment } from './vesting-deployment.js';
export type { DeploymentResult } from './vesting-deployment.js';
export { readVestingTransition } from './vesting-transition.js';
export type { VestingTransition, VestingTransitionKind } from './vesting-transition.js';
export { buildVestingFunding, RECIPIENT_NOTE_SATOSHIS } from './transactions/fund-vesting.js';
export type { VestingFunding } from './transactions/fund-vesting.js';
export { buildKeylessVestingPush, buildPaidVestingPush, buildVestingClaim } from './transactions/pay-vesting.js';
export type { VestingPayment } from './transactions/vesting-payment.js';
export { buildVestingCancel, splitVesting } from './transactions/cancel-vesting.js';
export type { VestingSplit } from './transactions/cancel-vesting.js';
export { buildPaidVestingRefund, buildVestingRefund } from './transactions/refund-vesting.js';
export { buildVestingSweep, isVestingStray } from './transactions/sweep-vesting.js';
export * from './token/index.js';
