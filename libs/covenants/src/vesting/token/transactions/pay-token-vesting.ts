import { assemble, assembleKeyless, type WalletCoins } from '../../../transaction/assemble.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../../transaction/built-transaction.js';
import { completeKeyless } from '../../../transaction/keyless.js';
import { vestingMinimumPush } from '../../vesting-contract.js';
import { TOKEN_VESTING_FEE_BOUND, TOKEN_VESTING_STATE_FLOOR, tokenVestingMinimumPaid } from '../token-vesting-rules.js';
import { closes, isCancelled, planPayment, type TokenVestingPayment } from './token-payment.js';

/** Of n fees that the reserve still holds, a push gets one only for an nth of what is left. */
const isShareOfReserve = ({ coin, payout }: TokenVestingPayment): boolean =>
  payout.due * (coin.satoshis - TOKEN_VESTING_STATE_FLOOR) >= (payout.due + payout.left) * TOKEN_VESTING_FEE_BOUND;

/** Whether the covenant lets the reserve pay what a payment costs and still keep its floor. */
const mayPay = (payment: TokenVestingPayment, signed: boolean, cost: bigint): boolean => {
  const { contract, coin, payout } = payment;
  if (cost > TOKEN_VESTING_FEE_BOUND || (!signed && !isCancelled(payment))) return false;
  if (closes(payment)) return true;
  if (payout.due < tokenVestingMinimumPaid(contract.parameters.schedule.total)) return false;
  return coin.satoshis - cost >= TOKEN_VESTING_STATE_FLOOR && (signed || isShareOfReserve(payment));
};

/** @throws RangeError where the covenant takes no push that nobody signs, whoever pays for it. */
const assertPushable = (payment: TokenVestingPayment): void => {
  const { due } = payment.payout;
  const least = vestingMinimumPush(payment.contract.parameters.schedule.total);
  if (!isCancelled(payment) || closes(payment) || due >= least) return;
  throw new RangeError(
    `While its notice runs, a push of this stream pays at least ${least.toString()} units or all that is left; ${due.toString()} are due`,
  );
};

/**
 * Builds the recipient's claim. The reserve pays its fee, and the 1,000 satoshis that go with the tokens, where the
 * payment is worth it (a 256th of the total, or all that is left); the recipient's own plain coins pay otherwise.
 *
 * @throws InsufficientFundsError when the reserve does not pay and the recipient has no plain coins for it.
 * @throws RangeError when it closes a cancelled stream and no clock is given.
 */
export const buildTokenVestingClaim = (payment: TokenVestingPayment, recipient: WalletCoins): UnsignedTransaction => {
  const { shape, cost } = planPayment(payment, true);
  const taken = mayPay(payment, true, cost) ? cost : 0n;
  return assemble({
    ...shape(taken),
    wallet: recipient,
    change: 'last',
    userPrompt: 'Claim the tokens that have vested',
  });
};

/**
 * Builds a push that needs nobody's signature, or undefined where the reserve does not pay for it: while a stream is
 * active, for payments too small, and for too small a share of what is left (see {@link buildPaidTokenVestingPush}).
 *
 * @throws RangeError when it closes a cancelled stream and no clock is given.
 */
export const buildKeylessTokenVestingPush = (payment: TokenVestingPayment): KeylessTransaction | undefined => {
  const { shape, cost } = planPayment(payment, false);
  if (!mayPay(payment, false, cost)) return undefined;
  const plan = shape(cost);
  return completeKeyless(assembleKeyless(plan), plan);
};

/**
 * Builds a push that a payer's own coins pay: possible for anybody, whenever something is due, but while a notice runs
 * only for a 4,096th of the total or all that is left. The push that ends a cancelled stream is at its expense.
 *
 * @throws RangeError when too little is due, or it closes a cancelled stream and no clock is given.
 * @throws InsufficientFundsError
 */
export const buildPaidTokenVestingPush = (payment: TokenVestingPayment, payer: WalletCoins): UnsignedTransaction => {
  assertPushable(payment);
  const { shape, cost } = planPayment(payment, false);
  const taken = closes(payment) && mayPay(payment, false, cost) ? cost : 0n;
  return assemble({
    ...shape(taken),
    wallet: payer,
    change: 'last',
    userPrompt: 'Pay the recipient the tokens that have vested',
  });
};
