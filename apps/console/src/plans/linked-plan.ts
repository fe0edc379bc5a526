import { textIn } from '../forms/linked-fields.js';
import type { PlanKind } from '../kinds/plan-words.js';
import { rhythmIn } from '../payments/calendar-choice.js';
import { type LinkedRows, linkedRowsIn } from '../table/linked-rows.js';
import { ofProduct, type PlanDraft } from './plan-draft.js';

/** What a link fills into the form of a plan, and what it leaves to the reader. */
export interface LinkedPlan extends Pick<LinkedRows, 'unclear' | 'isUneven'> {
  readonly fields: Partial<PlanDraft>;
}

const KINDS: ReadonlyMap<string, PlanKind> = new Map([
  ['payroll', 'recurring'],
  ['grants', 'vesting'],
  ['locks', 'lock'],
]);

/**
 * Reads the fields that a link fills in, such as `/plans/new?kind=payroll&interval=LAST_DAY&recipient=…&amount=1.5&name=Ada`. The three
 * fields of a row may be repeated: see {@link linkedRowsIn}.
 *
 * @param search the query as the browser had it
 * @returns undefined where it names none
 */
export const linkedPlanIn = (search: string): LinkedPlan | undefined => {
  const query = new URLSearchParams(search);
  const { rows, unclear, isUneven } = linkedRowsIn(query);
  const product = KINDS.get(textIn(query, 'kind') ?? '');
  const interval = rhythmIn(query);
  const [category, description] = [textIn(query, 'token'), textIn(query, 'description')];
  const fields: Partial<PlanDraft> = {
    ...(rows !== undefined && { rows }),
    ...(product !== undefined && ofProduct(product, 'year')),
    ...(interval !== undefined && { interval }),
    ...(category !== undefined && { asset: 'FUNGIBLE_TOKEN', category: category.toLowerCase() }),
    ...(description !== undefined && { description }),
  };
  return Object.keys(fields).length === 0 && !isUneven ? undefined : { fields, unclear, isUneven };
};
