import type { PaymentTerms } from '@weir/client';
import { FUNDED_PERIODS, MAX_NAME_LENGTH } from '@weir/kinds';
import { fromLocalInput, timeProblem, toLocalInput } from '../format/time.js';
import { addressProblem } from '../forms/address-problem.js';
import { assetProblems, assetTerms, type AssetDraft } from '../forms/asset-draft.js';
import { lengthProblems } from '../forms/length-problem.js';
import type { Surroundings } from '../forms/surroundings.js';
import { t } from '../language/text.js';
import { type CalendarChoice, countPaydays, periodsOf } from './calendar-choice.js';
import type { Interval } from './intervals.js';

/** The draft of a form; the amount is that of a period. */
export interface PaymentDraft extends AssetDraft {
  readonly recipient: string;
  readonly recipientName: string;
  /** How long periods are, or on which days of the month they fall due. */
  readonly interval: Interval | CalendarChoice;
  readonly start: string;
  /** Empty for none; then twelve periods are funded. */
  readonly end: string;
  readonly cancelable: 'yes' | 'no';
  /** Counts only where the payment is cancelable: no other can be paused. */
  readonly pausable: 'yes' | 'no';
}

/** Creates a draft: on the same day of each month, from the chain's present time on. @param now Unix seconds */
export const newPaymentDraft = (now: number): PaymentDraft => ({
  recipient: '',
  recipientName: '',
  asset: 'BCH',
  category: '',
  amount: '',
  interval: 'SAME_DAY',
  start: toLocalInput(now),
  end: '',
  cancelable: 'yes',
  pausable: 'yes',
});

/** Returns how many paydays the funding of a draft pays. */
export const paydaysOfDraft = ({ start, end, interval }: Pick<PaymentDraft, 'start' | 'end' | 'interval'>): number => {
  const [first, last] = [fromLocalInput(start), end === '' ? undefined : fromLocalInput(end)];
  if (first === undefined || last === undefined || last < first) return FUNDED_PERIODS;
  return countPaydays({ interval, start: first }, last, FUNDED_PERIODS);
};

/** Problems of a draft, by field. What only the service can check, its preview reports. */
export type PaymentProblems = Readonly<Partial<Record<keyof PaymentDraft, string>>>;

/** Validates a draft: returns its terms, or its problems. */
export const readPaymentDraft = (
  draft: PaymentDraft,
  { decimals = 0, prefix }: Surroundings = {},
): { readonly terms: PaymentTerms } | { readonly problems: PaymentProblems } => {
  const startDate = fromLocalInput(draft.start);
  const endDate = draft.end === '' ? null : fromLocalInput(draft.end);
  const recipient = addressProblem(draft.recipient, prefix, t('Enter the recipient'));
  const problems: PaymentProblems = {
    ...(recipient !== undefined && { recipient }),
    ...assetProblems(draft, decimals),
    ...(startDate === undefined && { start: timeProblem(draft.start, t('Choose the first payday')) }),
    ...(endDate === undefined && { end: timeProblem(draft.end, '') }),
    ...(startDate !== undefined &&
      typeof endDate === 'number' &&
      endDate < startDate && { end: t('It must not end before the first payday') }),
    ...lengthProblems(draft, { recipientName: MAX_NAME_LENGTH }),
  };
  if (startDate === undefined || endDate === undefined || Object.keys(problems).length > 0) return { problems };
  const { amount, terms: asset } = assetTerms(draft, decimals);
  const name = draft.recipientName.trim();
  return {
    terms: {
      recipient: draft.recipient.trim(),
      ...(name !== '' && { recipientName: name }),
      amountPerPeriod: amount,
      ...asset,
      ...periodsOf({ interval: draft.interval, start: startDate }),
      startDate,
      ...(endDate !== null && { endDate }),
      cancelable: draft.cancelable === 'yes',
      pausable: draft.cancelable === 'yes' && draft.pausable === 'yes',
    },
  };
};
