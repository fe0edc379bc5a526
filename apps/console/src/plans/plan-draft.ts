import { addressKey, isWeirError, type PlanTerms } from '@weir/client';
import type { TokenType } from '@weir/kinds';
import { BCH_DECIMALS, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from '@weir/kinds';
import { readPaydayBound, readTime, type TimeResult } from '@weir/merkle/times';
import { problemOf } from '../failures/failure-text.js';
import { plainText } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { fromLocalInput, timeProblem } from '../format/time.js';
import { type AmountUnit, positiveFault, readTyped, typedBase, unitFor } from '../format/typed-amount.js';
import { addressProblem } from '../forms/address-problem.js';
import { lengthProblem, lengthProblems } from '../forms/length-problem.js';
import { readLockSchedule } from '../forms/lock-schedule.js';
import type { MovableDraft } from '../forms/movable-field.js';
import { shownProblems } from '../forms/problems.js';
import { newSchedule, readSchedule, type ScheduleDraft } from '../forms/schedule-draft.js';
import type { PlanKind } from '../kinds/plan-words.js';
import { t } from '../language/text.js';
import { type CalendarChoice, isCalendarChoice, offsetOfPaydays, periodsOf } from '../payments/calendar-choice.js';
import type { Interval } from '../payments/intervals.js';
import { EMPTY_ROW, isBlank, OWN_TIMES, type RowDraft } from '../table/row-draft.js';

/** The draft of a form. */
export interface PlanDraft extends ScheduleDraft, MovableDraft {
  readonly product: PlanKind;
  readonly rows: readonly RowDraft[];
  readonly asset: TokenType;
  readonly category: string;
  /** Of grants: whether a part of each is there at once. */
  readonly upfront: 'no' | 'yes';
  readonly upfrontPercent: string;
  /** Of salaries: how far their paydays are apart, or on which days of the month they are. */
  readonly interval: Interval | CalendarChoice;
  readonly cancelable: 'yes' | 'no';
  readonly description: string;
}

/** Creates a draft: grants over a year from the chain's present time on. @param now Unix seconds */
export const newPlanDraft = (now: number): PlanDraft => ({
  product: 'vesting',
  rows: [EMPTY_ROW, EMPTY_ROW],
  asset: 'BCH',
  category: '',
  ...newSchedule(now),
  upfront: 'no',
  upfrontPercent: '10',
  interval: 'SAME_DAY',
  cancelable: 'yes',
  movable: 'no',
  description: '',
});

/** Problems of a row, by field. */
export type RowProblems = Readonly<Partial<Record<keyof RowDraft, string>>>;
/** `list`: of the list as a whole. */
type Head = Exclude<keyof PlanDraft, 'rows'> | 'list';
export interface PlanProblems {
  readonly head: Readonly<Partial<Record<Head, string>>>;
  /** Problems by row, in order. */
  readonly rows: readonly RowProblems[];
}

const PERCENT_DECIMALS = 4;

/** Says what is wrong with a time of a row's own; undefined for an empty one, which is the plan's. */
const ownTimeProblem = (text: string): string | undefined => {
  const read = text.trim() === '' ? undefined : readTime(text);
  if (read === undefined || read.ok) return undefined;
  return read.problem === 'NO_SUCH_TIME'
    ? t('This day or time does not exist')
    : t('Enter a day such as 2027-01-31, or a day and a time such as 2027-01-31 08:00');
};

/** Returns the problems of a row. @param prefix of the network's addresses */
const rowProblems = (row: RowDraft, unit: AmountUnit, prefix: string | undefined): RowProblems => {
  if (isBlank(row)) return {};
  const problems: readonly (readonly [keyof RowDraft, string | undefined])[] = [
    ['recipient', addressProblem(row.recipient, prefix, t('Enter the recipient'))],
    ['amount', positiveFault(row.amount, unit)],
    ...(['start', 'end', 'cliff'] as const).map((field) => [field, ownTimeProblem(row[field] ?? '')] as const),
    ['label', lengthProblem(row.label, MAX_NAME_LENGTH)],
    ['step', /^\d{0,15}$/.test((row.step ?? '').trim()) ? undefined : t('Seconds, in digits')],
  ];
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
};

/** Characters of a key's address without its prefix. */
const ADDRESS_LENGTH = 42;

/** Returns the numbers of rows, from 1, by the recipient that they have in common. @param rows of the draft, in order */
export const repeatedRecipients = (rows: readonly Pick<RowDraft, 'recipient'>[]): readonly (readonly number[])[] => {
  const numbers = new Map<string, number[]>();
  for (const [index, { recipient }] of rows.entries()) {
    const address = recipient.trim();
    // Half an address, or a name that is still typed, is nobody.
    if (address.length < ADDRESS_LENGTH) continue;
    const key = addressKey(address);
    const known = numbers.get(key);
    if (known === undefined) numbers.set(key, [index + 1]);
    else known.push(index + 1);
  }
  return [...numbers.values()].filter(({ length }) => length > 1);
};

/** Whether a part of each grant is there at once, before the rest. */
export const isUpfront = ({ product, upfront, length }: Pick<PlanDraft, 'product' | 'upfront' | 'length'>): boolean =>
  product === 'vesting' && upfront === 'yes' && length !== 'once';

/** Returns what changes with what a plan is of: presets that its kind does not have give way to the first of those it has. */
export const ofProduct = (product: PlanKind, length: PlanDraft['length']): Pick<PlanDraft, 'product' | 'length'> => {
  if (product === 'lock') return { product, length: length === 'year' ? 'once' : length };
  return { product, length: length === 'quarters' ? 'year' : length };
};

/** Returns the times of a plan as requests take them, or its problems by field. */
const timesOf = (
  draft: PlanDraft,
):
  | { readonly terms: Pick<PlanTerms, 'start' | 'end' | 'cliff' | 'step' | 'shape' | 'interval' | 'calendar'> }
  | { readonly problems: PlanProblems['head'] } => {
  if (draft.product === 'recurring') {
    const start = fromLocalInput(draft.start);
    return start === undefined
      ? { problems: { start: timeProblem(draft.start, t('Choose the first payday')) } }
      : { terms: { start, ...periodsOf({ interval: draft.interval, start }) } };
  }
  const read =
    draft.product === 'lock'
      ? readLockSchedule(draft)
      : readSchedule(isUpfront(draft) ? { ...draft, pace: 'second' } : draft);
  if ('problems' in read) return read;
  const { start, end, cliff, step } = read.schedule;
  if (!isUpfront(draft))
    return { terms: { start, end, ...(cliff !== null && { cliff }), ...(step !== null && { step }) } };
  const share = readTyped(draft.upfrontPercent, PERCENT_DECIMALS);
  const percent = share.status === 'ok' ? Number(share.units) / 10 ** PERCENT_DECIMALS : 0;
  if (percent <= 0 || percent >= 100)
    return { problems: { upfrontPercent: t('Enter a percentage above 0 and below 100') } };
  if (cliff !== null)
    return {
      problems: { length: t('An upfront part and a cliff exclude each other: choose another number of months') },
    };
  return { terms: { start, end, shape: { kind: 'upfront-and-tail', upfrontPercent: percent } } };
};

/** Returns the problems that the form shows: see {@link shownProblems}. A list that is empty is missing rather than wrong. */
export const shownPlanProblems = (
  { head, rows }: PlanProblems,
  draft: PlanDraft,
  isSubmitted: boolean,
): PlanProblems => ({
  head: shownProblems(head, draft, isSubmitted),
  rows: rows.map((row, index) => shownProblems(row, draft.rows[index] ?? {}, isSubmitted)),
});

/** A field of a row that is a time. */
export type OwnTime = Exclude<(typeof OWN_TIMES)[number], 'step'>;

/** What decides how a day of a row is read. */
type DaysOf = Pick<PlanDraft, 'product' | 'interval' | 'start'>;

/** Returns how far the paydays of salaries are from UTC, seconds east of Greenwich: those of intervals are at times of UTC. */
const paydaysOffset = ({ interval, start }: DaysOf): number => {
  const first = fromLocalInput(start);
  return isCalendarChoice(interval) && first !== undefined ? offsetOfPaydays(interval, first) : 0;
};

/** Reads a time of a row's own. Of salaries a day alone is all of that day, by the clock of the paydays. */
export const readOwnTime = (text: string, field: OwnTime, draft: DaysOf): TimeResult =>
  draft.product === 'recurring' && field !== 'cliff'
    ? readPaydayBound(text, field, paydaysOffset(draft))
    : readTime(text);

/** Returns the times of a row's own as requests take them; salaries have no cliff and no step. */
const ownTimes = (row: RowDraft, draft: DaysOf) =>
  Object.fromEntries(
    OWN_TIMES.filter((field) => draft.product !== 'recurring' || field === 'start' || field === 'end')
      .filter((field) => (row[field] ?? '').trim() !== '')
      .map((field) => {
        if (field === 'step') return [field, Number(row.step)];
        const read = readOwnTime(row[field] ?? '', field, draft);
        return [field, read.ok ? read.seconds : 0];
      }),
  );

/** Returns what the service says of rows, by row and field of the draft; nothing where an error is about something else. */
export const rowErrors = (error: unknown, rows: readonly RowDraft[]): readonly RowProblems[] => {
  if (!isWeirError(error, 'INVALID_RECIPIENTS')) return [];
  // What was sent has no empty rows.
  const sent = rows.flatMap((row, index) => (isBlank(row) ? [] : [index]));
  const errors: Partial<Record<keyof RowDraft, string>>[] = rows.map(() => ({}));
  for (const { row, field, code, reason } of error.details.errors ?? []) {
    const problems = errors[sent[(row ?? 0) - 1] ?? -1];
    const place =
      field === 'amount' || field === 'label' || OWN_TIMES.some((one) => one === field) ? field : 'recipient';
    if (problems !== undefined) problems[place as keyof RowDraft] ??= problemOf(code, reason);
  }
  return errors;
};

/**
 * Validates a draft: returns its terms, or its problems. What only the service can check in rows, its preview reports.
 *
 * @param options.vaultId id of the vault that funds it, if any
 * @param options.tokenDecimals decimals of the token as its issuer published them; 0 where unknown
 * @param options.prefix of the network's addresses; undefined while it is not known
 */
export const readPlanDraft = (
  draft: PlanDraft,
  {
    vaultId,
    tokenDecimals = 0,
    prefix,
  }: {
    readonly vaultId?: string | undefined;
    readonly tokenDecimals?: number;
    readonly prefix?: string | undefined;
  } = {},
): { readonly terms: PlanTerms } | { readonly problems: PlanProblems } => {
  const times = timesOf(draft);
  const decimals = draft.asset === 'BCH' ? BCH_DECIMALS : tokenDecimals;
  const typed = draft.rows.filter((row) => !isBlank(row));
  const unit = unitFor(draft.asset, decimals);
  const rows = draft.rows.map((row) => rowProblems(row, unit, prefix));
  const head: PlanProblems['head'] = {
    ...(typed.length === 0 && { list: t('Name at least one recipient') }),
    ...(draft.asset !== 'BCH' && !isCategory(draft.category) && { category: t('A token category is 64 hex digits') }),
    ...('problems' in times && times.problems),
    ...lengthProblems(draft, { description: MAX_DESCRIPTION_LENGTH }),
  };
  if ('problems' in times || Object.keys(head).length > 0 || rows.some((row) => Object.keys(row).length > 0))
    return { problems: { head, rows } };
  return {
    terms: {
      product: draft.product,
      ...(vaultId !== undefined && { vaultId }),
      ...(draft.asset !== 'BCH' && { tokenType: draft.asset, tokenCategory: draft.category.trim().toLowerCase() }),
      ...times.terms,
      ...(draft.product === 'lock'
        ? draft.movable === 'yes' && { transferable: true }
        : { cancelable: draft.cancelable === 'yes' }),
      ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
      streams: typed.map((row) => ({
        recipient: row.recipient.trim(),
        // Requests take token amounts in base units.
        amount: plainText(typedBase(row.amount, decimals) ?? 0n, draft.asset === 'BCH' ? decimals : 0),
        ...(row.label.trim() !== '' && { label: row.label.trim() }),
        ...ownTimes(row, draft),
      })),
    },
  };
};
