import type { PaymentInterval } from '@weir/api-contract/words';
import { unguardedText } from '@weir/merkle/cells';
import {
  type AmountResult,
  cellOf,
  chooseColumns,
  columnProblems,
  type Columns,
  describeAmountProblem,
  excessOf,
  ignoredColumns,
  IN_BASE_UNITS,
  IN_BCH,
  ListError,
  type ListRow,
  readAmounts,
  readTable,
  reasonOf,
  type Role,
} from '@weir/merkle/lists';
import { type PaydayBound, readPaydayBound, readTime, type TimeResult } from '@weir/merkle/times';
import { INTERVAL_SECONDS } from '@weir/payments';
import { formatBch } from '../../shared/amounts.js';
import { ServiceError } from '../../shared/service-error.js';
import type { PlanRowInput, RowFault } from '../plans.types.js';

/** A row of a list, with its place in the file. */
export interface NumberedRow {
  /** From 1; undefined of rows that came as JSON. */
  readonly line: number | undefined;
  /** The row, or what is wrong with its columns. */
  readonly row: PlanRowInput | Omit<RowFault, 'row' | 'line'>;
}

const ROLES: readonly Role[] = ['address', 'amount', 'start', 'end', 'cliff', 'step', 'label'];
const SHOWN = 40;

const shown = (text: string): string => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const isInterval = (word: string): word is PaymentInterval => Object.hasOwn(INTERVAL_SECONDS, word);

/** How the fields of a list are read. */
export interface ListUnits {
  /** Whether amounts are in BCH; else in base units of a token. */
  readonly inBch: boolean;
  /** Where the days of salaries and installments are: seconds east of Greenwich. Undefined of any other list. */
  readonly offset: number | undefined;
}

/** Reads a time of a row: of salaries and installments, a day alone is all of that day. */
const readRowTime = (text: string, role: PaydayBound | 'cliff', { offset }: ListUnits): TimeResult =>
  offset === undefined || role === 'cliff' ? readTime(text) : readPaydayBound(text, role, offset);

/** Refuses a list as a whole. */
const refuseList = (error: ListError, mostRows: number): ServiceError => {
  const [first] = error.problems;
  if (first.code === 'TOO_MANY_ROWS')
    return new ServiceError(
      'PLAN_TOO_LARGE',
      `The list has more than ${mostRows} rows: split it into several plans`,
      { limit: mostRows },
      { cause: error },
    );
  const errors = error.problems.map((problem) => ({
    row: null,
    line: problem.line === 0 ? null : problem.line,
    field: null,
    code: problem.code,
    reason: reasonOf(problem, error.unit),
  }));
  return new ServiceError('INVALID_RECIPIENTS', error.message, { errorCount: error.count, errors }, { cause: error });
};

/** Reads a row by its columns; empty fields count as left out. */
const toRow = (
  row: ListRow,
  columns: Columns,
  width: number,
  amount: AmountResult | undefined,
  units: ListUnits,
): NumberedRow['row'] => {
  const { inBch } = units;
  const count = excessOf(row.cells, width);
  if (count !== undefined)
    return {
      field: null,
      code: 'WRONG_COLUMNS',
      reason: `${count} columns, not ${width}: put quotes around fields that have the separator in them`,
    };
  const cell = (role: Role): string => cellOf(row, columns[role]);
  const recipient = cell('address');
  if (recipient === '') return { field: 'address', code: 'MISSING', reason: 'address is empty' };
  if (amount === undefined || (amount.status === 'refused' && amount.code === 'EMPTY'))
    return { field: 'amount', code: 'MISSING', reason: `amount is empty: it is in ${inBch ? 'BCH' : 'base units'}` };
  if (amount.status !== 'ok') {
    const unit = inBch ? IN_BCH : IN_BASE_UNITS;
    const [code, part] = amount.status === 'refused' ? [amount.code, amount.part] : (['MARKS', ''] as const);
    return { field: 'amount', code: 'INVALID_AMOUNT', reason: describeAmountProblem(code, amount.text, part, unit) };
  }
  const times: { -readonly [Field in 'start' | 'end' | 'cliff']?: number } = {};
  for (const role of ['start', 'end', 'cliff'] as const) {
    const text = cell(role);
    if (text === '') continue;
    const time = readRowTime(text, role, units);
    if (!time.ok)
      return {
        field: role,
        code: 'INVALID_TIME',
        reason: `${role} ${shown(text)} must be Unix seconds or a day that exists, such as 2027-01-31 or 2027-01-31T08:00Z`,
      };
    times[role] = time.seconds;
  }
  const step = cell('step');
  const word = step.toUpperCase();
  if (step !== '' && !isInterval(word) && !/^\d{1,15}$/.test(step))
    return {
      field: 'step',
      code: 'INVALID_TIME',
      reason: `step ${shown(step)} must be seconds or one of ${Object.keys(INTERVAL_SECONDS).join(', ')}`,
    };
  const label = unguardedText(cell('label'));
  return {
    recipient,
    amount: inBch ? formatBch(amount.units) : amount.units.toString(),
    ...times,
    ...(step !== '' && (isInterval(word) ? { interval: word } : { step: Number(step) })),
    label: label === '' ? undefined : label,
  };
};

/** The rows of a CSV, and the names of its columns that are not read. */
export interface CsvRows {
  readonly rows: readonly NumberedRow[];
  readonly ignoredColumns: readonly string[];
}

/**
 * Reads a list of recipients: columns address and amount, and optional ones for times and labels, found by their names or, without
 * a header, by their values.
 *
 * @param mostRows a longer list is refused
 * @throws ServiceError INVALID_RECIPIENTS where it is not such a list; what is wrong with single rows is with them
 */
export const readRowsCsv = (list: Uint8Array | string, mostRows: number, units: ListUnits): CsvRows => {
  const { inBch } = units;
  const unit = inBch ? IN_BCH : IN_BASE_UNITS;
  try {
    const { head, rows } = readTable(list, { maxRows: mostRows, unit });
    if (rows.length === 0) return { rows: [], ignoredColumns: [] };
    const { columns, questions } = chooseColumns(head, inBch);
    const [first, ...rest] = columnProblems(head, questions);
    if (first !== undefined) throw new ListError([first, ...rest], unit);
    const { amounts, problem } = readAmounts(rows, columns.amount, unit.decimals);
    if (problem !== undefined) throw new ListError([problem], unit);
    return {
      rows: rows.map((row, i) => ({ line: row.line, row: toRow(row, columns, head.width, amounts[i], units) })),
      ignoredColumns: ignoredColumns(head, columns, ROLES),
    };
  } catch (error) {
    throw error instanceof ListError ? refuseList(error, mostRows) : error;
  }
};
