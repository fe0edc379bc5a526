import type { PlanTerms } from '@weir/client';
import { baseOf, BCH_DECIMALS, plainText } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { fromLocalInput, timeProblem } from '../format/time.js';
import { shownProblems } from '../forms/problems.js';
import { newSchedule, readSchedule, type ScheduleDraft } from '../forms/schedule-draft.js';
import type { Interval } from '../payments/intervals.js';

/** The draft of a recipient. */
export interface RowDraft {
  readonly recipient: string;
  readonly amount: string;
  readonly label: string;
}

/** The draft of a form. */
export interface PlanDraft extends ScheduleDraft {
  readonly product: 'vesting' | 'recurring';
  /** Whether recipients are typed row by row, or given as CSV. */
  readonly by: 'rows' | 'csv';
  readonly rows: readonly RowDraft[];
  readonly csv: string;
  readonly asset: 'BCH' | 'FUNGIBLE_TOKEN';
  readonly category: string;
  /** Of grants: whether a part of each is there at once. */
  readonly upfront: 'no' | 'yes';
  readonly upfrontPercent: string;
  readonly interval: Interval;
  readonly cancelable: 'yes' | 'no';
  readonly description: string;
}

export const EMPTY_ROW: RowDraft = { recipient: '', amount: '', label: '' };

/** Creates a draft: grants over a year from the chain's present time on. @param now Unix seconds */
export const newPlanDraft = (now: number): PlanDraft => ({
  ...{ product: 'vesting', by: 'rows', rows: [EMPTY_ROW, EMPTY_ROW], csv: '', asset: 'BCH', category: '' },
  ...newSchedule(now),
  ...{ upfront: 'no', upfrontPercent: '10' },
  ...{ interval: 'MONTHLY', cancelable: 'yes', description: '' },
});

/** Problems of a row, by field. */
export type RowProblems = Readonly<Partial<Record<keyof RowDraft, string>>>;
type Head = Exclude<keyof PlanDraft, 'rows'>;
export interface PlanProblems {
  readonly head: Readonly<Partial<Record<Head, string>>>;
  /** Problems by row, in order. */
  readonly rows: readonly RowProblems[];
}

const PERCENT = /^\d{1,3}(?:\.\d{1,4})?$/;

/** Whether a row is empty and therefore ignored. */
export const isBlank = ({ recipient, amount, label }: RowDraft): boolean =>
  recipient.trim() === '' && amount.trim() === '' && label.trim() === '';

/** Returns the problems of a row. @param decimals decimals that amounts may have */
const rowProblems = (row: RowDraft, decimals: number): RowProblems => {
  if (isBlank(row)) return {};
  const isAmount = (baseOf(row.amount, decimals) ?? 0n) > 0n;
  return {
    ...(row.recipient.trim() === '' && { recipient: 'Enter the recipient' }),
    ...(!isAmount && {
      amount: decimals === 0 ? 'Whole base units, in digits' : `Digits, at most ${decimals} decimals, such as 1.5`,
    }),
  };
};

/** Whether a part of each grant is there at once, before the rest. */
export const isUpfront = ({ product, upfront, length }: Pick<PlanDraft, 'product' | 'upfront' | 'length'>): boolean =>
  product === 'vesting' && upfront === 'yes' && length !== 'once';

/** Returns the times of a plan as requests take them, or its problems by field. */
const timesOf = (
  draft: PlanDraft,
):
  | { readonly terms: Pick<PlanTerms, 'start' | 'end' | 'cliff' | 'step' | 'shape' | 'interval'> }
  | { readonly problems: PlanProblems['head'] } => {
  if (draft.product === 'recurring') {
    const start = fromLocalInput(draft.start);
    return start === undefined
      ? { problems: { start: timeProblem(draft.start, 'Choose the first payday') } }
      : { terms: { start, interval: draft.interval } };
  }
  const read = readSchedule(isUpfront(draft) ? { ...draft, pace: 'second' } : draft);
  if ('problems' in read) return read;
  const { start, end, cliff, step } = read.schedule;
  if (!isUpfront(draft))
    return { terms: { start, end, ...(cliff !== null && { cliff }), ...(step !== null && { step }) } };
  const percent = Number(draft.upfrontPercent);
  const isSound = PERCENT.test(draft.upfrontPercent.trim()) && percent > 0 && percent < 100;
  if (!isSound) return { problems: { upfrontPercent: 'Enter a percentage above 0 and below 100' } };
  if (cliff !== null) return { problems: { length: 'A part at once goes without a cliff: choose other months' } };
  return { terms: { start, end, shape: { kind: 'upfront-and-tail', upfrontPercent: percent } } };
};

/** Returns the problems that the form shows: see {@link shownProblems}. A list that is empty is missing rather than wrong. */
export const shownPlanProblems = (
  { head, rows }: PlanProblems,
  draft: PlanDraft,
  isSubmitted: boolean,
): PlanProblems => ({
  head: shownProblems(head, { ...draft, by: '' }, isSubmitted),
  rows: rows.map((row, index) => shownProblems(row, draft.rows[index] ?? {}, isSubmitted)),
});

/**
 * Validates a draft: returns its terms, or its problems. What only the service can check in rows, its preview reports.
 *
 * @param options.vaultId id of the vault that funds it, if any
 * @param options.tokenDecimals decimals of the token as its issuer published them; 0 where unknown
 */
export const readPlanDraft = (
  draft: PlanDraft,
  { vaultId, tokenDecimals = 0 }: { readonly vaultId?: string | undefined; readonly tokenDecimals?: number } = {},
): { readonly terms: PlanTerms } | { readonly problems: PlanProblems } => {
  const times = timesOf(draft);
  const decimals = draft.asset === 'BCH' ? BCH_DECIMALS : tokenDecimals;
  const typed = draft.rows.filter((row) => !isBlank(row));
  const rows = draft.by === 'rows' ? draft.rows.map((row) => rowProblems(row, decimals)) : [];
  const isEmpty = draft.by === 'rows' ? typed.length === 0 : draft.csv.trim() === '';
  const head: PlanProblems['head'] = {
    ...(isEmpty && { by: 'Name at least one recipient' }),
    ...(draft.asset !== 'BCH' && !isCategory(draft.category) && { category: 'A token category is 64 hex digits' }),
    ...('problems' in times && times.problems),
  };
  if ('problems' in times || Object.keys(head).length > 0 || rows.some((row) => Object.keys(row).length > 0))
    return { problems: { head, rows } };
  return {
    terms: {
      product: draft.product,
      ...(vaultId !== undefined && { vaultId }),
      ...(draft.asset !== 'BCH' && { tokenType: draft.asset, tokenCategory: draft.category.trim().toLowerCase() }),
      ...times.terms,
      cancelable: draft.cancelable === 'yes',
      ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
      ...(draft.by === 'csv'
        ? { csv: draft.csv }
        : {
            streams: typed.map(({ recipient, amount, label }) => ({
              recipient: recipient.trim(),
              // Requests take token amounts in base units.
              amount: plainText(baseOf(amount, decimals) ?? 0n, draft.asset === 'BCH' ? decimals : 0),
              ...(label.trim() !== '' && { label: label.trim() }),
            })),
          }),
    },
  };
};
