import { Difference } from '@weir/verify';
import type { Answered } from '../shared/amounts.js';

/** What a row of a plan's list pays to whom, without its number and part. */
export type PaidRow = Pick<
  Answered<'PlanStream'>,
  'recipient' | 'amount_base' | 'start' | 'end' | 'cliff' | 'step' | 'periods'
>;

/** Rows of a plan's list that one call pays, part by part; each as a text of what it pays to whom. */
export interface PaidRows {
  /** Of parts that were funded. */
  readonly before: string[];
  /** Of the part that is signed. */
  now: readonly string[];
}

const keyOf = ({ recipient, amount_base: amount, start, end, cliff, step, periods }: PaidRow): string =>
  [recipient, amount, start, end, cliff, step, periods].join('/');

/**
 * Checks that no row is paid more often than the list has it, however the service numbers its parts, and notes the rows of this
 * part.
 *
 * @throws Difference OTHER_TERMS
 */
export const assertPaidOnce = (rows: readonly PaidRow[], part: readonly PaidRow[], paid: PaidRows): void => {
  const left = new Map<string, number>();
  for (const row of rows) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
  paid.now = part.map(keyOf);
  for (const key of [...paid.before, ...paid.now]) {
    const count = left.get(key) ?? 0;
    if (count === 0)
      throw new Difference('OTHER_TERMS', 'It would pay rows of the list again that were paid a moment ago');
    left.set(key, count - 1);
  }
};
