import { guardedCell } from '@weir/merkle/cells';
import { asTyped } from './amount.js';

/** By it spreadsheets know that a file is UTF-8: without it Excel shows "JÃ¶rg". */
const BYTE_ORDER_MARK = '\uFEFF';
const NEEDS_QUOTES = /[",;\t\r\n]/;

const fieldOf = (text: string): string => {
  const cell = guardedCell(text);
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

/** Returns the sign between cells: spreadsheets whose decimal mark is a comma expect a semicolon. */
const separator = (): string => (asTyped('0.5').includes(',') ? ';' : ',');

/**
 * Writes a CSV file as the reader's spreadsheet opens it: RFC 4180, UTF-8 with a byte order mark, no cell a formula. Cells are
 * separated as the reader's locale does it; numbers must be written by `asTyped`. A German Excel reads "1.5" as the first of May.
 */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(fieldOf).join(separator())}\r\n`).join('');
