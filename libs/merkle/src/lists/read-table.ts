import { type DecimalMark, withoutOuterBlanks } from '../amounts/number-text.js';
import { AmountColumn, type AmountResult } from '../amounts/read-amount.js';
import { ListError } from './list-error.js';
import type { ListHead } from './list-head.js';
import { type AmountUnit, type FileProblem, IN_BASE_UNITS } from './list-problem.js';
import { markProblemOf } from './mark-problem.js';
import type { ListRow } from './row-cutter.js';
import { TableReader } from './table-reader.js';
import { type ListEncoding, TextPieces } from './text-pieces.js';

/** A list as a whole. */
export interface ListTable {
  readonly head: ListHead;
  readonly encoding: ListEncoding;
  readonly rows: readonly ListRow[];
}

/** Bounds of a list that is read as a whole. */
export interface TableLimits {
  readonly maxBytes?: number | undefined;
  /** Further rows are refused. */
  readonly maxRows?: number | undefined;
  /** Of the amounts, for messages. */
  readonly unit?: AmountUnit | undefined;
}

/**
 * Decodes a whole file as lists are: UTF-8, UTF-16 by its byte order mark, or Windows-1252.
 *
 * @throws ListError NOT_UTF8 or NOT_TEXT
 */
export const decodeFile = (bytes: Uint8Array): string => {
  const refused = (code: 'NOT_TEXT' | 'NOT_UTF8') => new ListError([{ code, line: 0 }], IN_BASE_UNITS);
  let text: string;
  try {
    text = new TextPieces().push(bytes, true);
  } catch {
    throw refused('NOT_UTF8');
  }
  if (text.includes('\0')) throw refused('NOT_TEXT');
  return text;
};

/**
 * Reads a list as a whole.
 *
 * @param list bytes of a file, or a text
 * @throws ListError for a list that cannot be read
 */
export const readTable = (
  list: Uint8Array | string,
  { maxBytes, maxRows = Infinity, unit }: TableLimits = {},
): ListTable => {
  const rows: ListRow[] = [];
  let head: ListHead | undefined;
  const reader = new TableReader({
    onHead: (found) => (head = found),
    onRow(cells, line) {
      rows.push({ line, cells });
      if (rows.length > maxRows)
        throw new ListError([{ code: 'TOO_MANY_ROWS', line, most: maxRows }], unit ?? IN_BASE_UNITS);
    },
    unit,
    maxBytes,
  });
  reader.push(typeof list === 'string' ? new TextEncoder().encode(list) : list);
  reader.finish();
  if (head === undefined) throw new Error('A list that was read to its end has no head');
  return { head, encoding: reader.encoding, rows };
};

/** Returns the text of a cell without the blanks around it; empty where the row has no such cell. */
export const cellOf = ({ cells }: ListRow, column: number | undefined): string =>
  column === undefined ? '' : withoutOuterBlanks(cells[column] ?? '');

/** Returns how many columns a row has, where that is more than the header names; else undefined. */
export const excessOf = (cells: readonly string[], width: number): number | undefined => {
  if (cells.length <= width) return undefined;
  const last = cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  return last > width ? last : undefined;
};

/** The amounts of a column, by its rows, and why its decimal mark is not known. */
export interface ColumnAmounts {
  readonly amounts: readonly AmountResult[];
  readonly problem: FileProblem | undefined;
}

/**
 * Reads a column of amounts of a table.
 *
 * @param mark the decimal mark, where somebody said it
 */
export const readAmounts = (
  rows: readonly ListRow[],
  column: number | undefined,
  decimals: number,
  mark?: DecimalMark,
): ColumnAmounts => {
  const read = new AmountColumn(decimals, mark);
  const first = rows.map((row) => read.add(cellOf(row, column), row.line));
  const problem = markProblemOf(read);
  const known = read.mark;
  const amounts = first.map((amount) =>
    amount.status === 'ambiguous' && known.status === 'ok' ? read.read(amount.text, known.mark) : amount,
  );
  return { amounts, problem };
};
