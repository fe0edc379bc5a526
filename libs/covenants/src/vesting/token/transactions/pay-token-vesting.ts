import { covenantError } from '../../../errors/covenant-error.js';
import { assemble, type WalletCoins } from '../../../transaction/assemble.js';
import type { BuildOptions } from '../../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../../transaction/built-transaction.js';
import { withinBound } from '../../../transaction/contract-part.js';
import { buildKeyless } from '../../../transaction/keyless.js';
import { vestingMinimumPush } from '../../vesting-contract.js';
import { TOKEN_VESTING_FEE_BOUND, TOKEN_VESTING_STATE_FLOOR, tokenVestingMinimumPaid } from '../token-vesting-rules.js';
import { closes, isCancelled, planPayment, type TokenVestingPayment } from './token-payment.js';

/** Of n fees that the reserve still holds, a push gets one only for an nth of what is left. */
const isShareOfReserve = ({ coin, payout }: TokenVestingPayment): boolean =>
  payout.due * (coin.satoshis - TOKEN_VESTING_STATE_FLOOR) >= (payout.due + payout.left) * TOKEN_VESTING_FEE_BOUND;

/** Whether the covenant lets the reserve pay so much for a payment and still keep its floor. */
const mayPay = (payment: TokenVestingPayment, signed: boolean, cost: bigint): boolean => {
  const { contract, coin, payout } = payment;
  if (!signed && !isCancelled(payment)) return false;
  if (closes(payment)) return true;
  if (payout.due < tokenVestingMinimumPaid(contract.parameters.schedule.total)) return false;
  return coin.satoshis - cost >= TOKEN_VESTING_STATE_FLOOR && (signed || isShareOfReserve(payment));
};

/** What the reserve pays of a payment's cost: all within the bound, or nothing where it may not. */
const reservePart = (payment: TokenVestingPayment, signed: boolean, cost: bigint): bigint => {
  const part = withinBound(cost, TOKEN_VESTING_FEE_BOUND);
  return mayPay(payment, signed, part) ? part : 0n;
};

/** @throws CovenantError PUSH_TOO_SMALL where the covenant takes no push that nobody signs, whoever pays for it. */
const assertPushable = (payment: TokenVestingPayment): void => {
  const { due } = payment.payout;
  const least = vestingMinimumPush(payment.contract.parameters.schedule.total);
  if (!isCancelled(payment) || closes(payment) || due >= least) return;
  throw covenantError(
    'PUSH_TOO_SMALL',
    `While its notice runs, a push of this stream pays at least ${least.toString()} units or all that is left; ${due.toString()} are due`,
  );
};

/**
 * Builds the recipient's claim. The reserve pays its fee, and the 1,000 satoshis that go with the tokens, where the
 * payment is worth it (a 256th of the total, or all that is left), up to its bound; the recipient's own plain coins pay the
 * rest, or all otherwise.
 *
 * @throws InsufficientFundsError when the reserve does not pay and the recipient has no plain coins for it.
 * @throws RangeError when it closes a cancelled stream and no clock is given.
 */
export const buildTokenVestingClaim = (
  payment: TokenVestingPayment,
  recipient: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => {
  const { shape, cost } = planPayment(payment, true, options);
  return assemble({
    ...shape(reservePart(payment, true, cost)),
    feeRate: options.feeRate,
    wallet: recipient,
    change: 'last',
    userPrompt: 'Claim the tokens that have vested',
  });
};

/**
 * Builds a push that needs nobody's signature, or undefined where the reserve does not pay for it: while a stream is
 * active, for payments too small, for too small a share of what is left, and where nodes ask for more than the bound (see
 * {@link buildPaidTokenVestingPush}).
 *
 * @throws RangeError when it closes a cancelled stream and no clock is given.
 */
export const buildKeylessTokenVestingPush = (
  payment: TokenVestingPayment,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  const { shape, cost } = planPayment(payment, false, options);
  const part = reservePart(payment, false, cost);
  return part === 0n ? undefined : buildKeyless(shape(part), options);
};

/**
 * Builds a push that a payer's own coins pay: possible for anybody, whenever something is due, but while a notice runs
 * only for a 4,096th of the total or all that is left. The push that ends a cancelled stream is at its expense, up to the
 * bound; where the reserve would pay at the relay minimum and nodes ask for more than the bound, it gives that.
 *
 * @throws CovenantError PUSH_TOO_SMALL; RangeError when it closes a cancelled stream and no clock is given
 * @throws InsufficientFundsError
 */
export const buildPaidTokenVestingPush = (
  payment: TokenVestingPayment,
  payer: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => {
  assertPushable(payment);
  const { shape, cost } = planPayment(payment, false, options);
  const helps = closes(payment) || cost > TOKEN_VESTING_FEE_BOUND;
  return assemble({
    ...shape(helps ? reservePart(payment, false, cost) : 0n),
    feeRate: options.feeRate,
    wallet: payer,
    change: 'last',
    userPrompt: 'Pay the recipient the tokens that have vested',
  });
};
