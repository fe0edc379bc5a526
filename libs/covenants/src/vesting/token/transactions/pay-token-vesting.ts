import { covenantError } from '../../../errors/covenant-error.js';
import { assemble, type WalletCoins } from '../../../transaction/assemble.js';
import type { BuildOptions } from '../../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../../transaction/built-transaction.js';
import { withinBound } from '../../../transaction/contract-part.js';
import { buildKeyless } from '../../../transaction/keyless.js';
import { vestingMinimumPush } from '../../vesting-contract.js';
import { TOKEN_VESTING_FEE_BOUND, TOKEN_VESTING_STATE_FLOOR, tokenVestingMinimumPaid } from '../token-vesting-rules.js';
import { closes, isCancelled, planPayment, type TokenVestingPayment } from './token-payment.js';

/**
 * Whether a push pays a large enough share: while the reserve holds n fees, a push gets one only for at least an nth
 * of what is left.
 */
const isShareOfReserve = ({ coin, payout }: TokenVestingPayment): boolean =>
  payout.due * (coin.satoshis - TOKEN_VESTING_STATE_FLOOR) >= (payout.due + payout.left) * TOKEN_VESTING_FEE_BOUND;

/** Whether the covenant lets the reserve pay that much for a payment and still keep its floor. */
const mayPay = (payment: TokenVestingPayment, signed: boolean, cost: bigint): boolean => {
  const { contract, coin, payout } = payment;
  if (!signed && !isCancelled(payment)) return false;
  if (closes(payment)) return true;
  if (payout.due < tokenVestingMinimumPaid(contract.parameters.schedule.total)) return false;
  return coin.satoshis - cost >= TOKEN_VESTING_STATE_FLOOR && (signed || isShareOfReserve(payment));
};

/** Returns what the reserve pays of a payment's cost: all within the bound, or nothing where it may not. */
const reservePart = (payment: TokenVestingPayment, signed: boolean, cost: bigint): bigint => {
  const part = withinBound(cost, TOKEN_VESTING_FEE_BOUND);
  return mayPay(payment, signed, part) ? part : 0n;
};

/**
 * Checks that the covenant accepts a push that nobody signs, whoever pays for it.
 *
 * @throws CovenantError PUSH_TOO_SMALL
 */
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
 * Builds the recipient's claim. Where the payment is large enough (a 256th of the total, or all that is left), the
 * reserve pays its fee and the 1,000 satoshis that accompany the tokens, up to its bound; the recipient's own plain
 * coins pay the rest, or everything.
 *
 * @throws InsufficientFundsError when the reserve does not pay and the recipient has too few plain coins
 * @throws RangeError when it closes a cancelled stream and no clock is given
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
 * Builds a push that nobody signs. Undefined where the reserve does not pay for it: while the stream is active, for
 * payments too small, for too small a share of what is left, and where nodes ask for more than the bound (see {@link
 * buildPaidTokenVestingPush}).
 *
 * @throws RangeError when it closes a cancelled stream and no clock is given
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
 * Builds a push that a payer's own coins pay: anybody can make it whenever something is due; while a notice runs,
 * only for a 4,096th of the total or all that is left. The stream pays for the push that ends it after a cancel, up
 * to the bound; where the reserve would pay at the relay minimum and nodes ask for more than the bound, it gives the
 * bound.
 *
 * @throws CovenantError PUSH_TOO_SMALL
 * @throws RangeError when it closes a cancelled stream and no clock is given
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
