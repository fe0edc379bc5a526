import { BCH_DECIMALS, LEAST_DEPOSIT } from '@weir/kinds';
import { amountWithUnit } from '../format/amount.js';
import { positiveFault, typedBase, unitFor } from '../format/typed-amount.js';
import { t } from '../language/text.js';

/** Returns what is wrong with the amount of a deposit; undefined where nothing is. */
export const depositProblem = (amount: string): string | undefined => {
  const fault = positiveFault(amount, unitFor('BCH', BCH_DECIMALS));
  if (fault !== undefined) return fault;
  return (typedBase(amount, BCH_DECIMALS) ?? 0n) < LEAST_DEPOSIT
    ? t('Enter at least {amount}', { amount: amountWithUnit(LEAST_DEPOSIT, 'BCH') })
    : undefined;
};
