import { covenantError } from '../../errors/covenant-error.js';
import { assemble, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { withinBound } from '../../transaction/contract-part.js';
import { buildKeyless } from '../../transaction/keyless.js';
import { leastKept, RECURRING_PUSH_DIVISOR } from '../recurring-rules.js';
import { isNoticed } from '../recurring-state.js';
import { dueSatoshis, leastAfter, planPayment, type RecurringPayment } from './recurring-payment.js';

/**
 * Whether a push pays a large enough share: while the reserve holds n fees, a push gets one only for at least an nth
 * of the unpaid periods.
 */
const isShareOfReserve = ({ contract, coin, payout }: RecurringPayment): boolean => {
  const { parameters, asset, rules } = contract;
  const reserve = coin.satoshis - leastKept(parameters.plan, asset, coin.state.paid);
  return payout.periods * reserve >= (parameters.plan.periods - coin.state.paid) * rules.feeBound;
};

/** Whether the covenant lets the contract pay that much for a payment while keeping what it must. */
const mayPay = (payment: RecurringPayment, signed: boolean, cost: bigint): boolean => {
  const { coin, payout } = payment;
  if (!signed && !isNoticed(coin.state)) return false;
  if (payout.closes) return true;
  return coin.satoshis - dueSatoshis(payment) - cost >= leastAfter(payment) && (signed || isShareOfReserve(payment));
};

/** Returns what the contract pays of a payment's cost: all within its bound, or nothing where it may not. */
const contractPart = (payment: RecurringPayment, signed: boolean, cost: bigint): bigint => {
  const part = withinBound(cost, payment.contract.rules.feeBound);
  return mayPay(payment, signed, part) ? part : 0n;
};

/**
 * Whether the covenant accepts a push that nobody signs: always, except that while a notice runs the push must pay at
 * least a 4,096th of the periods or all that are left, so that nobody can keep spending the state under every
 * watcher's push.
 */
export const isRecurringPushable = ({ contract, coin, payout }: RecurringPayment): boolean =>
  !isNoticed(coin.state) ||
  payout.closes ||
  payout.periods * RECURRING_PUSH_DIVISOR >= contract.parameters.plan.periods;

/**
 * Builds the recipient's claim of every period that is due. While the reserve lasts it pays the fee, and always that
 * of the last payment, up to its bound; the recipient's own plain coins pay the rest, or everything.
 *
 * @throws InsufficientFundsError when the reserve does not pay and the recipient has too few plain coins
 * @throws RangeError when it is the last payment under notice and no clock is given
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
 * Builds a push that nobody signs. Undefined where the contract does not pay for it: while the payment is active, for
 * too small a share of what is left, and where nodes ask for more than the bound (see {@link
 * buildPaidRecurringPush}).
 *
 * @throws RangeError when it is the last payment under notice and no clock is given
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
 * Builds a push that a payer's own coins pay: anybody can make it whenever a period is due. The contract pays for the
 * push that ends a payment under notice, up to its bound; where it would pay at the relay minimum and nodes ask for
 * more than the bound, it gives the bound.
 *
 * @throws CovenantError PUSH_TOO_SMALL (see {@link isRecurringPushable})
 * @throws RangeError when it is the last payment under notice and no clock is given
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
