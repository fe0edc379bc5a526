import { isWeirError, type WeirError } from '@weir/client';
import { fieldOf, inFormWords } from '../actions/field-words.js';
import { timeText } from '../format/time.js';

/** The fields of forms by their names in requests. */
const FIELDS: Readonly<Record<string, string>> = {
  ...{ recipient: 'recipient', recipientName: 'recipientName', description: 'description' },
  ...{
    totalAmount: 'amount',
    amountPerPeriod: 'amount',
    amount: 'amount',
    reason: 'reason',
    tokenCategory: 'category',
    intervalSeconds: 'intervalDays',
  },
  ...{ startTime: 'start', startDate: 'start', endTime: 'end', endDate: 'end', cliffTimestamp: 'cliff' },
};

/** What the service says of a field, in the form's words and times. */
const textOf = (error: WeirError): string => {
  const { nearestCliff } = error.details;
  return nearestCliff === undefined
    ? inFormWords(error.message)
    : `Too near to the end: nothing could be paid out between the two. The nearest time that works is ${timeText(nearestCliff)}`;
};

/** Returns what the service says of a field of a form, by the field; empty where an error is about something else. */
export const toldProblems = (error: unknown): Readonly<Partial<Record<string, string>>> => {
  if (!isWeirError(error)) return {};
  const field = FIELDS[fieldOf(error) ?? ''];
  return field === undefined ? {} : { [field]: textOf(error) };
};
