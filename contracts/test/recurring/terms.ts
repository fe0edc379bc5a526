import type { PaymentPlan } from '@weir/payments';
import { DAY, START } from '../vesting/terms.js';

/** What a recurring payment is compiled with, its parties aside. */
export interface Terms extends PaymentPlan {
  /** Blocks. */
  readonly notice: number;
  readonly cancelable: boolean;
  readonly pausable: boolean;
  /** Names the nonce and the category. */
  readonly label: string;
}

export const MONTH = 30n * DAY;

/** Forty months of an amount, the last of another, with a notice of 36 blocks. */
export const monthlyOf = (amountPerPeriod: bigint): Terms => ({
  amountPerPeriod,
  lastAmount: amountPerPeriod + 777n,
  periods: 40n,
  interval: MONTH,
  firstDue: START,
  notice: 36,
  cancelable: true,
  pausable: true,
  label: 'monthly',
});

/** Twelve months, as payments are funded for. */
export const yearOf = (amountPerPeriod: bigint): Terms => ({
  ...monthlyOf(amountPerPeriod),
  lastAmount: amountPerPeriod,
  periods: 12n,
  label: 'year',
});
