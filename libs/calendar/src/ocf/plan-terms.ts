import { MAX_NAME_LENGTH, MAX_PLAN_STREAMS, type PlanSchedule } from '@weir/kinds';
import type { ReviewedGrant } from './import-grants.js';
import { type ImportedTerms, streamTerms } from './stream-terms.js';

/** Most characters of the rows of one plan: a request takes 4 MB, and a character up to three bytes. */
const MOST_CHARACTERS = 1_000_000;

/** A grant as a row of a plan. Times are Unix seconds, amounts base units of the token. */
export interface ImportedRow {
  readonly recipient: string;
  readonly amount: string;
  /** Whose it is, and what the issuer calls the grant. */
  readonly label: string;
  readonly start?: number;
  readonly end?: number;
  readonly cliff?: number;
  readonly step?: number;
  readonly calendar?: Extract<ImportedTerms, { readonly calendar: unknown }>['calendar'];
  readonly installments?: number;
  readonly cliffInstallment?: number;
  readonly allocation?: Extract<ImportedTerms, { readonly calendar: unknown }>['allocation'];
  readonly tranches?: Extract<ImportedTerms, { readonly tranches: unknown }>['tranches'];
}

/** A plan that grants become, as `POST /api/plans` takes it with the token's category beside it. */
export interface ImportedPlan {
  readonly terms: {
    readonly product: 'vesting';
    readonly schedule: PlanSchedule;
    readonly streams: readonly ImportedRow[];
  };
  /** The grants of its rows, in their order. */
  readonly grants: readonly ReviewedGrant[];
}

/** What a label must not have: it is one line of plain text. */
const UNFIT = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const labelOf = ({ name, stakeholder, label }: ReviewedGrant): string => {
  let fitting = '';
  for (const character of `${name ?? stakeholder}, ${label}`.replaceAll(UNFIT, ' ')) {
    if (fitting.length + character.length > MAX_NAME_LENGTH) break;
    fitting += character;
  }
  return fitting.trim();
};

const rowOf = (grant: ReviewedGrant): { readonly schedule: PlanSchedule; readonly row: ImportedRow } => {
  const terms = streamTerms(grant);
  const shared = { recipient: terms.recipient, amount: terms.totalAmount, label: labelOf(grant) };
  if ('tranches' in terms) return { schedule: 'TRANCHES', row: { ...shared, tranches: terms.tranches } };
  const { startTime: start } = terms;
  if ('calendar' in terms) {
    const { calendar, installments, cliffInstallment, allocation } = terms;
    const row = { ...shared, start, calendar, installments, cliffInstallment, allocation };
    return { schedule: 'INSTALLMENTS', row };
  }
  const { endTime: end, cliffTimestamp: cliff, intervalSeconds: step } = terms;
  return { schedule: 'SECONDS', row: { ...shared, start, end, step, ...(cliff !== null && { cliff }) } };
};

/**
 * Returns the plans that grants become: one for each way in which they vest, since a funding announces one. More only where the rows of
 * one do not fit a request.
 *
 * @example
 * for (const { terms } of planTerms(ready)) await weir.plans.create({ ...terms, tokenType: 'FUNGIBLE_TOKEN', tokenCategory });
 */
export const planTerms = (grants: readonly ReviewedGrant[]): readonly ImportedPlan[] => {
  const plans: { schedule: PlanSchedule; rows: ImportedRow[]; grants: ReviewedGrant[]; characters: number }[] = [];
  for (const grant of grants) {
    const { schedule, row } = rowOf(grant);
    const characters = JSON.stringify(row).length + 1;
    let plan = plans.findLast((each) => each.schedule === schedule);
    if (plan === undefined || plan.rows.length === MAX_PLAN_STREAMS || plan.characters + characters > MOST_CHARACTERS) {
      plan = { schedule, rows: [], grants: [], characters: 0 };
      plans.push(plan);
    }
    plan.rows.push(row);
    plan.grants.push(grant);
    plan.characters += characters;
  }
  return plans.map(({ schedule, rows: streams, grants: own }) => ({
    terms: { product: 'vesting', schedule, streams },
    grants: own,
  }));
};
