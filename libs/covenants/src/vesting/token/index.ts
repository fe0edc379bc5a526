export {
  TOKEN_VESTING_CANCEL_BOUND,
  TOKEN_VESTING_CANCEL_FLOOR,
  TOKEN_VESTING_COMPANION_SATOSHIS,
  TOKEN_VESTING_FEE_BOUND,
  TOKEN_VESTING_PAYOUT_SATOSHIS,
  TOKEN_VESTING_RESERVED_PAYMENTS,
  TOKEN_VESTING_STATE_FLOOR,
  tokenVestingFunding,
  tokenVestingMinimumPaid,
} from './token-vesting-rules.js';
export type { CompanionCoin } from '../../contract/companion-coin.js';
export type { TokenVestingCoin } from './token-vesting-coin.js';
export { findTokenVestingDeployment } from './token-vesting-deployment.js';
export { readTokenVestingTransition } from './token-vesting-transition.js';
export type { TokenVestingTransition } from './token-vesting-transition.js';
export { buildTokenVestingFunding } from './transactions/fund-token-vesting.js';
export {
  buildKeylessTokenVestingPush,
  buildPaidTokenVestingPush,
  buildTokenVestingClaim,
} from './transactions/pay-token-vesting.js';
export type { TokenVestingPayment } from './transactions/token-payment.js';
export { buildTokenVestingCancel } from './transactions/cancel-token-vesting.js';
export { buildPaidTokenVestingRefund, buildTokenVestingRefund } from './transactions/refund-token-vesting.js';
