import { covenantError } from '../../errors/covenant-error.js';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { withinBound } from '../../transaction/contract-part.js';
import { buildKeyless } from '../../transaction/keyless.js';
import { leastKept, RECURRING_PUSH_DIVISOR } from '../recurring-rules.js';
import { isNoticed } from '../recurring-state.js';
import { dueSatoshis, leastAfter, planPayment, type RecurringPayment } from './recurring-payment.js';

/** Of n fees that the reserve still holds, a push gets one only for an nth of the unpaid periods. */
const isShareOfReserve = ({ contract, coin, payout }: RecurringPayment): boolean => {
  const { parameters, asset, rules } = contract;
  const reserve = coin.satoshis - leastKept(parameters.plan, asset, coin.state.paid);
  return payout.periods * reserve >= (parameters.plan.periods - coin.state.paid) * rules.feeBound;
};

/** Whether the covenant lets the contract pay so much for a payment and still keep what it must. */
const mayPay = (payment: RecurringPayment, signed: boolean, cost: bigint): boolean => {
  const { coin, payout } = payment;
  if (!signed && !isNoticed(coin.state)) return false;
  if (payout.closes) return true;
  return coin.satoshis - dueSatoshis(payment) - cost >= leastAfter(payment) && (signed || isShareOfReserve(payment));
};

/** What the contract pays of a payment's cost: all within its bound, or nothing where it may not. */
const contractPart = (payment: RecurringPayment, signed: boolean, cost: bigint): bigint => {
  const part = withinBound(cost, payment.contract.rules.feeBound);
  return mayPay(payment, signed, part) ? part : 0n;
};

/**
 * Whether the covenant takes a push that nobody signs: always, but while a notice runs only of a 4,096th of the periods
 * or all that are left, so that nobody keeps the state moving under every watcher's push.
 */
export const isRecurringPushable = ({ contract, coin, payout }: RecurringPayment): boolean =>
  !isNoticed(coin.state) ||
  payout.closes ||
  payout.periods * RECURRING_PUSH_DIVISOR >= contract.parameters.plan.periods;

/**
 * Builds the recipient's claim of every period that is due. The reserve pays its fee while it lasts, and always that of
 * the last payment, up to its bound; the recipient's own plain coins pay the rest, or all otherwise.
 *
 * @throws InsufficientFundsError when the reserve does not pay and the recipient has no plain coins for it.
 * @throws RangeError when it is the last payment under notice and no clock is given.
 */
export const buildRecurringClaim = (
  payment: RecurringPayment,
  recipient: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => {
  const { shape, cost } = planPayment(payment, true, options);
  return assemble({
    ...shape(contractPart(payment, true, cost)),
    feeRate: options.feeRate,
    wallet: recipient,
    change: 'last',
    userPrompt: 'Claim the payments that are due',
  });
};

/**
 * Builds a push that needs nobody's signature, or undefined where the contract does not pay for it: while a payment is
 * active, for too small a share of what is left, and where nodes ask for more than the bound (see
 * {@link buildPaidRecurringPush}).
 *
 * @throws RangeError when it is the last payment under notice and no clock is given.
 */
export const buildKeylessRecurringPush = (
  payment: RecurringPayment,
  options: BuildOptions = {},
): KeylessTransaction | undefined => {
  const { shape, cost } = planPayment(payment, false, options);
  const part = isRecurringPushable(payment) ? contractPart(payment, false, cost) : 0n;
  return part === 0n ? undefined : buildKeyless(shape(part), options);
};

/**
 * Builds a push that a payer's own coins pay: possible for anybody, whenever a period is due. The push that ends a
 * payment under notice is at the contract's expense, up to its bound; where the contract would pay at the relay minimum and
 * nodes ask for more than the bound, it gives that.
 *
 * @throws CovenantError PUSH_TOO_SMALL (see {@link isRecurringPushable}); RangeError when the clock is missing
 * @throws InsufficientFundsError
 */
export const buildPaidRecurringPush = (
  payment: RecurringPayment,
  payer: WalletCoins,
  options: BuildOptions = {},
): UnsignedTransaction => {
  if (!isRecurringPushable(payment))
    throw covenantError(
      'PUSH_TOO_SMALL',
      'While its notice runs, a push pays a 4,096th of the periods or all that are left',
    );
  const { shape, cost } = planPayment(payment, false, options);
  const helps = payment.payout.closes || cost > payment.contract.rules.feeBound;
  return assemble({
    ...shape(helps ? contractPart(payment, false, cost) : 0n),
    feeRate: options.feeRate,
    wallet: payer,
    change: 'last',
    userPrompt: 'Pay the recipient what is due',
  });
};
