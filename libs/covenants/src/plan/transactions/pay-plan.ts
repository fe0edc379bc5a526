import { binsAreEqual } from '@bitauth/libauth';
import { lockingBytecodeOf } from '../../chain/address.js';
import { partyHash } from '../../chain/party.js';
import { covenantError } from '../../errors/covenant-error.js';
import { assemble, assembleKeyless, feeOf, sizeOf, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { completeKeyless } from '../../transaction/keyless.js';
import { reservePays } from '../payout/plan-payout.js';
import { payoutSatoshis, shapesOf, type PlanPayment, type PlanPaymentShape } from './plan-payment.js';

/** What a payment needs beside the stream itself. */
export type PaymentNeed =
  /** The reserve pays: nobody signs, and anybody may send it. */
  | 'NOTHING'
  /**
   * Anybody's coin: the payment is too small a part for the reserve to pay for, or nodes ask for more than the fee
   * bound.
   */
  | 'A_COIN'
  /**
   * A coin of the recipient's own, as the last input: while a notice runs the payment is too small for anybody else.
   */
  | 'RECIPIENTS_COIN';

/**
 * Returns what the reserve would have to give at a fee rate: the fee of the built size, and the satoshis of a
 * payout's output.
 */
const takenBy = (payment: PlanPayment, shape: (taken: bigint) => PlanPaymentShape, feeRate?: bigint): bigint =>
  feeOf(sizeOf(shape(payment.contract.terms.feeBound)), feeRate) + payoutSatoshis(payment);

/**
 * Whether the contract pays. The largest shape decides: a last payment that returns nothing to the sender is smaller,
 * and all that is left becomes its fee.
 */
const isCovered = (payment: PlanPayment, taken: bigint): boolean =>
  !payment.payout.small &&
  taken <= payment.contract.terms.feeBound &&
  reservePays(payment.contract, payment.coin, payment.payout);

/**
 * Returns the satoshis that the contract gives to a payment that nobody else pays for; undefined where it does not
 * cover it.
 */
const coveredBy = (
  payment: PlanPayment,
  shape: (taken: bigint) => PlanPaymentShape,
  feeRate?: bigint,
): bigint | undefined => {
  const least = takenBy(payment, shape, feeRate);
  // Only a last payment gets smaller by what it takes. Any other leaves a reserve, which may be less than nodes ask for.
  const fee = payment.payout.left === 0n ? feeOf(sizeOf(shape(least)), feeRate) + payoutSatoshis(payment) : least;
  return isCovered(payment, fee) ? fee : undefined;
};

/**
 * Tells what a payment needs at a fee rate.
 *
 * @throws RangeError when it ends a stream under notice and no clock is given
 */
export const planPaymentNeed = (payment: PlanPayment, { feeRate }: BuildOptions = {}): PaymentNeed => {
  if (payment.payout.small) return 'RECIPIENTS_COIN';
  return coveredBy(payment, shapesOf(payment), feeRate) === undefined ? 'A_COIN' : 'NOTHING';
};

/**
 * Builds a payment that the stream's reserve pays for: complete, signed by nobody, for anybody to send. Undefined
 * where it needs a coin (see {@link planPaymentNeed}).
 *
 * @throws RangeError when it ends a stream under notice and no clock is given
 */
export const buildKeylessPlanPayment = (
  payment: PlanPayment,
  { feeRate }: BuildOptions = {},
): KeylessTransaction | undefined => {
  const shape = shapesOf(payment);
  const taken = coveredBy(payment, shape, feeRate);
  if (taken === undefined) return undefined;
  const plan = shape(taken);
  return completeKeyless(assembleKeyless(plan), plan);
};

/**
 * Builds the same payment in the form that wallets take, with nothing in it to sign. Undefined where {@link
 * buildKeylessPlanPayment} is.
 *
 * @throws RangeError when it ends a stream under notice and no clock is given
 */
export const buildKeylessPlanClaim = (
  payment: PlanPayment,
  options: BuildOptions = {},
): (KeylessTransaction & UnsignedTransaction) | undefined => {
  const { feeRate } = options;
  const shape = shapesOf(payment);
  const taken = coveredBy(payment, shape, feeRate);
  const complete = buildKeylessPlanPayment(payment, options);
  if (taken === undefined || complete === undefined) return undefined;
  const { wcTransaction } = assemble({
    ...shape(taken),
    wallet: { hash: new Uint8Array(20), coins: [] },
    change: 'last',
    feeRate,
    userPrompt: 'Receive what is due: nothing to sign',
  });
  return { ...complete, wcTransaction };
};

/**
 * Builds a payment whose fee a payer's own coins pay: anybody can make it whenever something is due. The reserve is
 * left alone unless it would cover the payment at the relay minimum while nodes ask for more: then it gives its
 * bound, and the coins pay the rest. The payer's coins stand behind the stream's, so that under notice the
 * recipient's are the last.
 *
 * @throws CovenantError PUSH_TOO_SMALL when only the recipient's own coin will do and the payer is somebody else
 * @throws RangeError when it ends a stream under notice and no clock is given
 * @throws InsufficientFundsError
 */
export const buildPaidPlanPayment = (
  payment: PlanPayment,
  payer: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  const { contract, coin, payout } = payment;
  const own = partyHash(lockingBytecodeOf(payer.hash));
  if (payout.small && !binsAreEqual(own, coin.state.recipient)) {
    throw covenantError(
      'PUSH_TOO_SMALL',
      'While its notice runs, so small a payment takes a coin of the recipient’s own',
    );
  }
  const shape = shapesOf(payment);
  const { feeBound } = contract.terms;
  const helps = isCovered(payment, takenBy(payment, shape)) && takenBy(payment, shape, feeRate) > feeBound;
  return assemble({
    ...shape(helps ? feeBound : 0n),
    wallet: payer,
    change: 'last',
    feeRate,
    userPrompt: 'Pay the recipient what is due',
  });
};
