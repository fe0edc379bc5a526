import { wordsOf } from '@weir/kinds';
import { linkedAmount, textIn, textsIn, type UnclearAmount } from '../forms/linked-fields.js';
import type { PlanKind } from '../kinds/plan-words.js';
import { CALENDAR_CHOICES } from '../payments/calendar-choice.js';
import { INTERVAL_SECONDS } from '../payments/intervals.js';
import type { RowDraft } from '../table/row-draft.js';
import { ofProduct, type PlanDraft } from './plan-draft.js';

/** What a link fills into the form of a plan, and what it leaves to the reader. */
export interface LinkedPlan {
  readonly fields: Partial<PlanDraft>;
  readonly unclear: readonly UnclearAmount[];
  /** Whether it has amounts or names that belong to no recipient for certain. */
  readonly isUneven: boolean;
}

const KINDS: ReadonlyMap<string, PlanKind> = new Map([
  ['payroll', 'recurring'],
  ['grants', 'vesting'],
  ['locks', 'lock'],
]);
/** Most rows that an address has room for. */
const LINKED_ROWS = 100;

/**
 * Reads the fields that a link fills in, such as `/plans/new?kind=payroll&interval=LAST_DAY&recipient=…&amount=1.5&name=Ada`. The three
 * fields of a row may be repeated: the first `amount` belongs to the first `recipient`. Where there are not as many amounts, or
 * names, as recipients, none of them is filled in.
 *
 * @param search the query as the browser had it
 * @returns undefined where it names none
 */
export const linkedPlanIn = (search: string): LinkedPlan | undefined => {
  const query = new URLSearchParams(search);
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
  const product = KINDS.get(textIn(query, 'kind') ?? '');
  const paces = [...wordsOf(INTERVAL_SECONDS), ...CALENDAR_CHOICES.map(([choice]) => choice)];
  const interval = paces.find((one) => one === textIn(query, 'interval')?.toUpperCase());
  const [category, description] = [textIn(query, 'token'), textIn(query, 'description')];
  const fields: Partial<PlanDraft> = {
    ...(recipients.some((recipient) => recipient !== '') && { rows }),
    ...(product !== undefined && ofProduct(product, 'year')),
    ...(interval !== undefined && { interval }),
    ...(category !== undefined && { asset: 'FUNGIBLE_TOKEN', category: category.toLowerCase() }),
    ...(description !== undefined && { description }),
  };
  const isUneven = (!hasAmounts && amounts.length > 0) || (!hasNames && names.length > 0);
  return Object.keys(fields).length === 0 && !isUneven ? undefined : { fields, unclear, isUneven };
};
