import Papa from 'papaparse';
import type { PaymentInterval } from '@weir/api-contract/words';
import { INTERVAL_SECONDS } from '@weir/payments';
import { ServiceError } from '../../shared/service-error.js';
import type { PlanRowInput, RowFault } from '../plans.types.js';

/** A row of a list, with its place in the file. */
export interface NumberedRow {
  /** From 1; undefined of rows that came as JSON. */
  readonly line: number | undefined;
  /** The row, or what is wrong with its columns. */
  readonly row: PlanRowInput | Omit<RowFault, 'row' | 'line'>;
}

/** Columns in their order without a header. */
const COLUMNS = ['address', 'amount', 'start', 'end', 'cliff', 'step', 'label'] as const;
type Column = (typeof COLUMNS)[number];
/** Other names that headers may use. */
const OTHER_NAMES: Readonly<Record<string, Column>> = {
  recipient: 'address',
  start_time: 'start',
  end_time: 'end',
  cliff_timestamp: 'cliff',
  interval: 'step',
  interval_seconds: 'step',
  name: 'label',
};
const BYTE_ORDER_MARK = '\uFEFF';
const SHOWN = 40;

const shown = (text: string): string => JSON.stringify(text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

const columnOf = (name: string): Column | undefined => {
  const plain = name.trim().toLowerCase();
  return COLUMNS.find((column) => column === plain) ?? OTHER_NAMES[plain];
};

const refuse = (reason: string, line: number): ServiceError =>
  new ServiceError('INVALID_RECIPIENTS', `Line ${line}: ${reason}`, {
    errorCount: 1,
    errors: [{ row: null, line, field: null, code: 'MALFORMED_CSV', reason }],
  });

/** The columns that a header names, or undefined where the line is a row. @throws ServiceError INVALID_RECIPIENTS */
const headerOf = (fields: readonly string[], line: number): readonly Column[] | undefined => {
  if (columnOf(fields[0] ?? '') === undefined && !fields.some((field) => columnOf(field) === 'address'))
    return undefined;
  const columns = fields.map((field) => {
    const column = columnOf(field);
    if (column === undefined) throw refuse(`the header has ${shown(field)}; columns are ${COLUMNS.join(', ')}`, line);
    return column;
  });
  if (new Set(columns).size !== columns.length) throw refuse('the header names a column twice', line);
  for (const column of ['address', 'amount'] as const)
    if (!columns.includes(column)) throw refuse(`the header lacks ${column}`, line);
  return columns;
};

const DATE = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2})?Z)?$/;

/** Unix seconds, or a date of UTC: 2027-01-31, 2027-01-31T08:00Z. NaN for anything else. */
const secondsOf = (text: string): number => {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return DATE.test(text) ? Date.parse(text) / 1_000 : NaN;
};

const isInterval = (word: string): word is PaymentInterval => Object.hasOwn(INTERVAL_SECONDS, word);

/** Reads a line by its columns; empty fields count as left out. */
const toRow = (columns: readonly Column[], fields: readonly string[]): NumberedRow['row'] => {
  if (fields.length > columns.length && fields.slice(columns.length).some((field) => field.trim() !== ''))
    return { field: null, code: 'WRONG_COLUMNS', reason: `${fields.length} columns, not ${columns.length}` };
  const given = new Map<Column, string>();
  for (const [i, column] of columns.entries()) {
    const text = fields[i]?.trim() ?? '';
    if (text !== '') given.set(column, text);
  }
  const [recipient, amount] = [given.get('address'), given.get('amount')];
  for (const [field, text] of [
    ['address', recipient],
    ['amount', amount],
  ] as const)
    if (text === undefined) return { field, code: 'MISSING', reason: `${field} is empty` };
  const times: { -readonly [Field in 'start' | 'end' | 'cliff']?: number } = {};
  for (const column of ['start', 'end', 'cliff'] as const) {
    const text = given.get(column);
    if (text === undefined) continue;
    const seconds = secondsOf(text);
    if (!Number.isFinite(seconds))
      return {
        field: column,
        code: 'INVALID_TIME',
        reason: `${column} ${shown(text)} must be Unix seconds or a date such as 2027-01-31 or 2027-01-31T08:00Z`,
      };
    times[column] = seconds;
  }
  const step = given.get('step');
  const word = step?.toUpperCase() ?? '';
  if (step !== undefined && !isInterval(word) && !/^\d{1,15}$/.test(step))
    return {
      field: 'step',
      code: 'INVALID_TIME',
      reason: `step ${shown(step)} must be seconds or one of ${Object.keys(INTERVAL_SECONDS).join(', ')}`,
    };
  return {
    recipient: recipient ?? '',
    amount: amount ?? '',
    ...times,
    ...(step !== undefined && (isInterval(word) ? { interval: word } : { step: Number(step) })),
    label: given.get('label'),
  };
};

const isEmpty = (fields: readonly string[]): boolean => fields.every((field) => field.trim() === '');

/**
 * Reads a list of recipients: `address,amount,start,end,cliff,step,label`, the last five optional, by a header in any order or
 * in this one without. Quotes are allowed, empty lines skipped; a row is one line.
 *
 * @param mostRows beyond them the list is refused unread
 * @throws ServiceError INVALID_RECIPIENTS where it is no such list; what is wrong with single rows is with them
 */
export const readRowsCsv = (text: string, mostRows: number): readonly NumberedRow[] => {
  const plain = (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text).replaceAll('\r\n', '\n');
  // A header, and empty lines, on top of the rows.
  const { data, errors } = Papa.parse<string[]>(plain, { delimiter: ',', newline: '\n', preview: 2 * mostRows + 2 });
  const [malformed] = errors;
  if (malformed !== undefined) throw refuse('a quote is not closed, or is inside a field', (malformed.row ?? 0) + 1);
  const rows: NumberedRow[] = [];
  let columns: readonly Column[] | undefined;
  let line = 1;
  for (const fields of data) {
    const at = line;
    line += 1 + fields.reduce((sum, field) => sum + (field.split('\n').length - 1), 0);
    if (isEmpty(fields)) continue;
    if (line > at + 1) throw refuse('a row spans several lines', at);
    if (columns === undefined) {
      const header = headerOf(fields, at);
      columns = header ?? COLUMNS;
      if (header !== undefined) continue;
    }
    if (rows.length === mostRows)
      throw new ServiceError('PLAN_TOO_LARGE', `The list has more than ${mostRows} rows: split it into several plans`, {
        limit: mostRows,
      });
    rows.push({ line: at, row: toRow(columns, fields) });
  }
  if (data.length > 2 * mostRows + 1) throw refuse('there are too many empty lines', line);
  return rows;
};
