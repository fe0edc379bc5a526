import { linkedAmount, textsIn, type UnclearAmount } from '../forms/linked-fields.js';
import type { RowDraft } from './row-draft.js';

/** The rows that a link fills into a form, and what it leaves to the reader. */
export interface LinkedRows {
  /** Undefined where it names no recipient. */
  readonly rows: readonly RowDraft[] | undefined;
  readonly unclear: readonly UnclearAmount[];
  /** Whether it has amounts or names that belong to no recipient for certain. */
  readonly isUneven: boolean;
}

/** Most rows that an address has room for. */
const LINKED_ROWS = 100;

/**
 * Reads the rows of a link: `recipient`, `amount` and `name`, each of which may be repeated. The first `amount` belongs to the first
 * `recipient`. Where there are not as many amounts, or names, as recipients, none of them is filled in.
 */
export const linkedRowsIn = (query: URLSearchParams): LinkedRows => {
  const recipients = textsIn(query, 'recipient').slice(0, LINKED_ROWS);
  const [amounts, names] = [textsIn(query, 'amount'), textsIn(query, 'name')];
  const hasAmounts = amounts.length === recipients.length;
  const hasNames = names.length === recipients.length;
  const unclear: UnclearAmount[] = [];
  const rows = recipients.map((recipient, index): RowDraft => {
    const read = linkedAmount(hasAmounts ? (amounts[index] ?? '') : '');
    unclear.push(...read.unclear);
    return { recipient, amount: read.amount, label: hasNames ? (names[index] ?? '') : '' };
  });
  return {
    rows: recipients.some((recipient) => recipient !== '') ? rows : undefined,
    unclear,
    isUneven: (!hasAmounts && amounts.length > 0) || (!hasNames && names.length > 0),
  };
};
