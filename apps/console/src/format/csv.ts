import { guardedCell } from '@weir/merkle/cells';

/** By it spreadsheets know that a file is UTF-8: without it Excel shows "JÃ¶rg". */
const BYTE_ORDER_MARK = '\uFEFF';
const NEEDS_QUOTES = /[",;\t\r\n]/;

const fieldOf = (text: string): string => {
  const cell = guardedCell(text);
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
};

/** Writes a CSV file as spreadsheets open it (RFC 4180, UTF-8 with a byte order mark, no cell a formula). */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  BYTE_ORDER_MARK + rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
