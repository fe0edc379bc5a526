import { assemble, assembleKeyless, type WalletCoins } from '../../transaction/assemble.js';
import type { KeylessTransaction, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { completeKeyless } from '../../transaction/keyless.js';
import { leastKept, RECURRING_PUSH_DIVISOR } from '../recurring-rules.js';
import { isNoticed } from '../recurring-state.js';
import { dueSatoshis, leastAfter, planPayment, type RecurringPayment } from './recurring-payment.js';

/** Of n fees that the reserve still holds, a push gets one only for an nth of the unpaid periods. */
const isShareOfReserve = ({ contract, coin, payout }: RecurringPayment): boolean => {
  const { parameters, asset, rules } = contract;
  const reserve = coin.satoshis - leastKept(parameters.plan, asset, coin.state.paid);
  return payout.periods * reserve >= (parameters.plan.periods - coin.state.paid) * rules.feeBound;
};

/** Whether the covenant lets the contract pay what a payment costs and still keep what it must. */
const mayPay = (payment: RecurringPayment, signed: boolean, cost: bigint): boolean => {
  const { contract, coin, payout } = payment;
  if (cost > contract.rules.feeBound || (!signed && !isNoticed(coin.state))) return false;
  if (payout.closes) return true;
  return coin.satoshis - dueSatoshis(payment) - cost >= leastAfter(payment) && (signed || isShareOfReserve(payment));
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
 * the last payment; the recipient's own plain coins pay otherwise.
 *
 * @throws InsufficientFundsError when the reserve does not pay and the recipient has no plain coins for it.
 * @throws RangeError when it is the last payment under notice and no clock is given.
 */
export const buildRecurringClaim = (payment: RecurringPayment, recipient: WalletCoins): UnsignedTransaction => {
  const { shape, cost } = planPayment(payment, true);
  const taken = mayPay(payment, true, cost) ? cost : 0n;
  return assemble({
    ...shape(taken),
    wallet: recipient,
    change: 'last',
    userPrompt: 'Claim the payments that are due',
  });
};

/**
 * Builds a push that needs nobody's signature, or undefined where the contract does not pay for it: while a payment is
 * active, and for too small a share of what is left (see {@link buildPaidRecurringPush}).
 *
 * @throws RangeError when it is the last payment under notice and no clock is given.
 */
export const buildKeylessRecurringPush = (payment: RecurringPayment): KeylessTransaction | undefined => {
  const { shape, cost } = planPayment(payment, false);
  if (!isRecurringPushable(payment) || !mayPay(payment, false, cost)) return undefined;
  const plan = shape(cost);
  return completeKeyless(assembleKeyless(plan), plan);
};

/**
 * Builds a push that a payer's own coins pay: possible for anybody, whenever a period is due. The push that ends a
 * payment under notice is at the contract's expense.
 *
 * @throws RangeError when too few periods are due (see {@link isRecurringPushable}), or the clock is missing.
 * @throws InsufficientFundsError
 */
export const buildPaidRecurringPush = (payment: RecurringPayment, payer: WalletCoins): UnsignedTransaction => {
  if (!isRecurringPushable(payment))
    throw new RangeError('While its notice runs, a push pays a 4,096th of the periods or all that are left');
  const { shape, cost } = planPayment(payment, false);
  const taken = payment.payout.closes && mayPay(payment, false, cost) ? cost : 0n;
  return assemble({ ...shape(taken), wallet: payer, change: 'last', userPrompt: 'Pay the recipient what is due' });
};
