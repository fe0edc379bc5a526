import { covenantError } from '../../errors/covenant-error.js';
import { assemble, feeOf, sizeOf, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { withinBound } from '../../transaction/contract-part.js';
import { buildKeyless } from '../../transaction/keyless.js';
import { VESTING_FEE_BOUND, vestingMinimumPaid, vestingMinimumPush } from '../vesting-contract.js';
import {
  closes,
  heldBy,
  isCancelled,
  leastKept,
  shapesOf,
  type VestingPayment,
  type VestingPaymentShape,
} from './vesting-payment.js';

/** Whether the covenant lets the contract pay a fee for this payment and still keep what it must. */
const mayPay = (payment: VestingPayment, signed: boolean, fee: bigint): boolean => {
  const { contract, coin, payout } = payment;
  if (!signed && !isCancelled(payment)) return false;
  if (closes(payment)) return true;
  if (payout.due < vestingMinimumPaid(contract.parameters.schedule.total)) return false;
  return coin.satoshis - payout.due - fee >= leastKept(payment);
};

/**
 * Returns what the contract pays of the fee: that of the built size within its bound, or nothing where it may not
 * pay. A close that would return dust to the sender leaves it to the fee; one that holds less than is due pays
 * exactly the bound, as the covenant demands.
 */
const contractFee = (payment: VestingPayment, signed: boolean, fee: bigint): bigint => {
  const part = withinBound(fee, VESTING_FEE_BOUND);
  if (!mayPay(payment, signed, part)) return 0n;
  return closes(payment) && heldBy(payment) - payment.payout.due < VESTING_FEE_BOUND ? VESTING_FEE_BOUND : part;
};

const feeAt = (shape: (fee: bigint) => VestingPaymentShape, feeRate?: bigint): bigint =>
  feeOf(sizeOf(shape(0n)), feeRate);

/**
 * Checks that the covenant accepts a push that nobody signs, whoever pays for it.
 *
 * @throws CovenantError PUSH_TOO_SMALL
 */
const assertPushable = (payment: VestingPayment): void => {
  const { due } = payment.payout;
  const least = vestingMinimumPush(payment.contract.parameters.schedule.total);
  if (!isCancelled(payment) || closes(payment) || due >= least) return;
  throw covenantError(
    'PUSH_TOO_SMALL',
    `While its notice runs, a push of this stream pays at least ${least.toString()} satoshis or all that is left; ${due.toString()} are due`,
  );
};

/**
 * Builds the recipient's claim. Where the payment is large enough, the contract's reserve pays its fee, up to the
 * bound; the recipient's own coins pay the rest, or everything.
 *
 * @throws InsufficientFundsError when the reserve does not pay and the recipient has too few plain coins
 * @throws RangeError when it closes a cancelled stream and no clock is given
 */
export const buildVestingClaim = (
  payment: VestingPayment,
  recipient: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const shape = shapesOf(payment, true);
  return assemble({
    ...shape(contractFee(payment, true, feeAt(shape, feeRate))),
    wallet: recipient,
    change: 'last',
    feeRate,
    userPrompt: 'Claim what has vested',
  });
};

/**
 * Builds a push that nobody signs. Undefined where the contract may not pay its fee: while the stream is active, for
 * payments too small, and where nodes ask for more than the bound (see {@link buildPaidVestingPush}).
 *
 * @throws RangeError when it closes a cancelled stream and no clock is given
 */
export const buildKeylessVestingPush = (
  payment: VestingPayment,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  const shape = shapesOf(payment, false);
  const fee = contractFee(payment, false, feeAt(shape, options.feeRate));
  return fee === 0n ? undefined : buildKeyless(shape(fee), options);
};

/**
 * Builds a push whose fee a payer's own coins pay: anybody can make it whenever something is due. While a notice
 * runs, a push must pay at least a 4,096th of the total (see `vestingMinimumPush`) or all that is left, and the
 * contract pays the fee of the latter, up to its bound. Where the contract would pay at the relay minimum and nodes
 * ask for more than its bound, it gives the bound, and the payer the rest.
 *
 * @throws CovenantError PUSH_TOO_SMALL
 * @throws RangeError when it closes a cancelled stream and no clock is given
 * @throws InsufficientFundsError
 */
export const buildPaidVestingPush = (
  payment: VestingPayment,
  payer: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  assertPushable(payment);
  const shape = shapesOf(payment, false);
  const fee = feeAt(shape, feeRate);
  const part = closes(payment) || fee > VESTING_FEE_BOUND ? contractFee(payment, false, fee) : 0n;
  return assemble({
    ...shape(part),
    wallet: payer,
    change: 'last',
    feeRate,
    userPrompt: 'Pay the recipient what has vested',
  });
};
