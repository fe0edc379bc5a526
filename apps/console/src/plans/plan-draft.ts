import type { PlanTerms } from '@weir/client';
import { baseOf, BCH_DECIMALS, plainText } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { fromLocalInput, timeProblem, toLocalInput } from '../format/time.js';
import { shownProblems } from '../forms/problems.js';

/** The draft of a recipient. */
export interface RowDraft {
  readonly recipient: string;
  readonly amount: string;
  readonly label: string;
}

/** How grants vest. */
export type Shape = 'even' | 'cliff' | 'upfront';

/** The draft of a form. */
export interface PlanDraft {
  readonly product: 'vesting' | 'recurring';
  /** Whether recipients are typed row by row, or given as CSV. */
  readonly by: 'rows' | 'csv';
  readonly rows: readonly RowDraft[];
  readonly csv: string;
  readonly asset: 'BCH' | 'FUNGIBLE_TOKEN';
  readonly category: string;
  readonly start: string;
  readonly end: string;
  readonly shape: Shape;
  readonly cliffMonths: string;
  readonly months: string;
  readonly upfrontPercent: string;
  readonly interval: 'DAILY' | 'WEEKLY' | 'BIWEEKLY' | 'MONTHLY' | 'YEARLY';
  readonly cancelable: 'yes' | 'no';
  readonly description: string;
}

const YEAR = 365 * 86_400;
export const EMPTY_ROW: RowDraft = { recipient: '', amount: '', label: '' };

/** Creates a draft: grants over a year from the chain's present time on. @param now Unix seconds */
export const newPlanDraft = (now: number): PlanDraft => ({
  ...{ product: 'vesting', by: 'rows', rows: [EMPTY_ROW, EMPTY_ROW], csv: '', asset: 'BCH', category: '' },
  ...{ start: toLocalInput(now), end: toLocalInput(now + YEAR) },
  ...{ shape: 'even', cliffMonths: '12', months: '48', upfrontPercent: '10' },
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

const WHOLE = /^\d+$/;
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

const shapeOf = ({ product, shape, cliffMonths, months, upfrontPercent }: PlanDraft): Pick<PlanTerms, 'shape'> => {
  if (product === 'recurring' || shape === 'even') return {};
  return {
    shape:
      shape === 'cliff'
        ? { kind: 'cliff-and-monthly', cliffMonths: Number(cliffMonths), months: Number(months) }
        : { kind: 'upfront-and-tail', upfrontPercent: Number(upfrontPercent) },
  };
};

const shapeProblems = ({ product, shape, cliffMonths, months, upfrontPercent }: PlanDraft): PlanProblems['head'] => {
  if (product === 'recurring' || shape === 'even') return {};
  if (shape === 'upfront') {
    const percent = Number(upfrontPercent);
    const isSound = PERCENT.test(upfrontPercent.trim()) && percent > 0 && percent <= 100;
    return isSound ? {} : { upfrontPercent: 'Enter a percentage above 0, up to 100' };
  }
  return {
    ...(!WHOLE.test(cliffMonths.trim()) && { cliffMonths: 'Enter whole months, or 0 for none' }),
    ...(!(WHOLE.test(months.trim()) && Number(months) > 0) && { months: 'Enter the number of months' }),
    ...(WHOLE.test(months.trim()) &&
      Number(cliffMonths) > Number(months) && { cliffMonths: 'The cliff must be within the months' }),
  };
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

/** Returns whether the form asks for an end: a schedule by months implies it, and salaries have none. */
export const hasEnd = ({ product, shape }: Pick<PlanDraft, 'product' | 'shape'>): boolean =>
  product === 'vesting' && shape !== 'cliff';

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
  const [start, end] = [fromLocalInput(draft.start), fromLocalInput(draft.end)];
  const decimals = draft.asset === 'BCH' ? BCH_DECIMALS : tokenDecimals;
  const typed = draft.rows.filter((row) => !isBlank(row));
  const rows = draft.by === 'rows' ? draft.rows.map((row) => rowProblems(row, decimals)) : [];
  const isEnding = hasEnd(draft);
  const isEmpty = draft.by === 'rows' ? typed.length === 0 : draft.csv.trim() === '';
  const head: PlanProblems['head'] = {
    ...(isEmpty && { by: 'Name at least one recipient' }),
    ...(draft.asset !== 'BCH' && !isCategory(draft.category) && { category: 'A token category is 64 hex digits' }),
    ...(start === undefined && { start: timeProblem(draft.start, 'Choose when it starts') }),
    ...(isEnding && end === undefined && { end: timeProblem(draft.end, 'Choose when it ends') }),
    ...(isEnding && start !== undefined && end !== undefined && end <= start && { end: 'It must end after its start' }),
    ...shapeProblems(draft),
  };
  if (start === undefined || Object.keys(head).length > 0 || rows.some((row) => Object.keys(row).length > 0))
    return { problems: { head, rows } };
  return {
    terms: {
      product: draft.product,
      ...(vaultId !== undefined && { vaultId }),
      ...(draft.asset !== 'BCH' && { tokenType: draft.asset, tokenCategory: draft.category.trim().toLowerCase() }),
      start,
      ...(isEnding && end !== undefined && { end }),
      ...shapeOf(draft),
      ...(draft.product === 'recurring' && { interval: draft.interval }),
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
