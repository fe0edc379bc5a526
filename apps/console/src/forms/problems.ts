import { isWeirError, type WeirError } from '@weir/client';
import { fieldOf, problemOf } from '../failures/failure-text.js';
import { timeText } from '../format/time.js';
import { t } from '../language/text.js';

type Problems = Readonly<Partial<Record<string, string>>>;

/**
 * Returns the problems that a form shows: all once it was submitted; before, those of fields that hold something, so that nobody
 * reads of fields that they have not come to yet.
 *
 * @param draft the texts of the fields
 */
export const shownProblems = <Some extends Problems>(problems: Some, draft: object, isSubmitted: boolean): Some => {
  if (isSubmitted) return problems;
  const texts: Readonly<Record<string, unknown>> = { ...draft };
  const isHeld = (field: string): boolean => {
    const text = texts[field];
    return typeof text === 'string' && text.trim() !== '';
  };
  return Object.fromEntries(Object.entries(problems).filter(([field]) => isHeld(field))) as Some;
};

/** The fields of forms by their names in requests. */
const FIELDS: Readonly<Record<string, string>> = {
  recipient: 'recipient',
  recipientName: 'recipientName',
  description: 'description',
  totalAmount: 'amount',
  amountPerPeriod: 'amount',
  amount: 'amount',
  reason: 'reason',
  tokenCategory: 'category',
  intervalSeconds: 'intervalDays',
  startTime: 'start',
  startDate: 'start',
  endTime: 'end',
  endDate: 'end',
  unlockTime: 'end',
  cliffTimestamp: 'cliff',
  calendar: 'pace',
  installments: 'months',
  cliffInstallment: 'cliffMonths',
  releasedAmount: 'released',
  tranches: 'tranches',
};

/** What the service says of a field, in the form's words and times. */
const textOf = (error: WeirError): string => {
  const { nearestCliff } = error.details;
  return nearestCliff === undefined
    ? problemOf(error.code, error.message)
    : t('Too near to the end: nothing could be paid out between the two. The nearest time that works is {when}', {
        when: timeText(nearestCliff),
      });
};

/** Returns what the service says of a field of a form, by the field; empty where an error is about something else. */
export const fieldErrors = (error: unknown): Readonly<Partial<Record<string, string>>> => {
  if (!isWeirError(error)) return {};
  const field = FIELDS[fieldOf(error) ?? ''];
  return field === undefined ? {} : { [field]: textOf(error) };
};

/** Moves to the first problem of a form that was refused: on a phone it is screens away from the button. */
export const showFirstProblem = (form: Element): void => {
  // Once the problems are rendered.
  requestAnimationFrame(() => {
    const first = form.querySelector<HTMLElement>(':is(input, select)[data-invalid], [role="alert"]');
    first?.focus({ preventScroll: true });
    first?.scrollIntoView({ block: 'center' });
  });
};
