import { paydayStep } from '@weir/calendar';
import { findPairProblem, payDebt, payPeriod, type PriceMessage, readScriptPair } from '@weir/payments';
import type { CurrencyHolding } from './currency-coin.js';
import type { SignedPair } from './currency-contract.js';
import { type CurrencyState, laterDate, resumedDate } from './currency-state.js';
import type { CurrencyPlanTerms, CurrencyRhythm } from './currency-terms.js';

/** What of a payment says what it pays. */
export type CurrencyBalanceOf = Pick<CurrencyHolding, 'state' | 'satoshis'>;

/** What fixing the price of a period does. Satoshis. */
export interface CurrencyPayout {
  /** The message whose price counts. */
  readonly message: PriceMessage;
  /** The period's date, Unix seconds. */
  readonly due: bigint;
  /** What the period comes to by its price. */
  readonly fixed: bigint;
  /** What the recipient receives, debts included: 0, or at least 576. */
  readonly paid: bigint;
  /** The most that the payment may give to the fee. */
  readonly fee: bigint;
  /** The state after it. */
  readonly state: CurrencyState;
}

/** What paying a debt does. Satoshis. */
export interface CurrencyDebtPayout {
  readonly paid: bigint;
  readonly state: CurrencyState;
}

/**
 * Returns what a pair of messages does as the price of the next period; undefined where nothing may fall due, or the pair does not fix
 * the price of its date. Signatures are not looked at: the covenant does that.
 */
export const currencyPayout = (
  terms: CurrencyPlanTerms,
  { state, satoshis }: CurrencyBalanceOf,
  pair: SignedPair,
): CurrencyPayout | undefined => {
  const read = readScriptPair(pair.message.bytes, pair.previous.bytes);
  if (read === undefined || state.open === 0) return undefined;
  const { message, previous } = read;
  const { next: due, debt, amount } = state;
  if (findPairProblem({ message, previous }, { due, grace: terms.grace }) !== undefined) return undefined;
  const { fixed, paid, fee, after } = payPeriod({ ...terms, amount }, terms, { value: satoshis, debt }, message.price);
  const next = { left: state.left - 1, open: state.open - 1, debt: after.debt };
  return { message, due, fixed, paid, fee, state: { ...state, ...next, ...laterDate(terms, state) } };
};

/** Returns what of the debt can be paid; undefined where there is nothing to pay, or too little for an output. */
export const currencyDebtPayout = (
  { reserve, bound }: CurrencyPlanTerms,
  { state, satoshis }: CurrencyBalanceOf,
): CurrencyDebtPayout | undefined => {
  const step = payDebt({ reserve, fee: bound }, { value: satoshis, debt: state.debt });
  return step && { paid: step.paid, state: { ...state, debt: step.after.debt } };
};

/** Returns the state once the notice of a pause is over: of the unpaid periods only the running one may fall due. */
export const settledCurrency = (state: CurrencyState): CurrencyState => ({
  ...state,
  status: 'ACTIVE',
  open: Math.min(state.left, 1),
});

/**
 * Returns the state that a resume leaves. Where the running period is not paid yet, nothing was interrupted. Else the next period falls
 * due an interval after the locktime, and no earlier than without the pause; by the calendar on the first payday after the locktime.
 *
 * @param locktime Unix seconds
 * @throws RangeError where no payday is left before February 2100
 */
export const resumedCurrency = (rhythm: CurrencyRhythm, state: CurrencyState, locktime: bigint): CurrencyState => ({
  ...state,
  open: state.left,
  ...(state.open === 0 && resumedDate(rhythm, state, locktime)),
});

/** Returns how many paydays a resume skips; 0 of equal periods. */
export const skippedPaydays = (
  { paydays }: CurrencyRhythm,
  before: Pick<CurrencyState, 'payday'>,
  after: Pick<CurrencyState, 'payday'>,
): bigint => (paydays === undefined ? 0n : ((after.payday ?? 0n) - (before.payday ?? 0n)) / paydayStep(paydays));
