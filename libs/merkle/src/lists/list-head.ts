import { isAddressLike, isAmountLike } from './cell-kinds.js';
import { namesAddressOrAmount } from './column-names.js';
import { cutRows, type Delimiter, DELIMITERS, isBlankRow, linesOf, type ListRow } from './row-cutter.js';

/** What the beginning of a list says of it. */
export interface ListHead {
  readonly delimiter: Delimiter;
  /** Names of the columns; undefined where the list has no header. */
  readonly header: readonly string[] | undefined;
  /** Line of the header; 0 where there is none. */
  readonly headerLine: number;
  /** Lines above the header, which are skipped. */
  readonly titles: readonly number[];
  /** Number of columns. */
  readonly width: number;
  /** The first rows below the header. */
  readonly sample: readonly (readonly string[])[];
}

/** How many rows show what a list has. */
export const SAMPLE_ROWS = 100;

const SEPARATOR_LINE = /^"?sep=([,;\t|])"?\n?/i;

/** Finds a first line `sep=;`, as Excel reads and writes it. @returns its separator and its length */
const separatorLineOf = (text: string): { readonly delimiter: Delimiter; readonly length: number } | undefined => {
  const [line, found] = SEPARATOR_LINE.exec(text) ?? [];
  const delimiter = DELIMITERS.find((each) => each === found);
  return line === undefined || delimiter === undefined ? undefined : { delimiter, length: line.length };
};

/** Finds the separator with which most rows have an address; else the one with which most rows have several fields. */
const guessDelimiter = (text: string): Delimiter => {
  let [best, most] = [DELIMITERS[0] as Delimiter, 0];
  for (const delimiter of DELIMITERS) {
    const rows = cutRows(text, delimiter, SAMPLE_ROWS).rows.filter((cells) => cells.length > 1 && !isBlankRow(cells));
    const withAddress = rows.filter((cells) => cells.some(isAddressLike)).length;
    const score = withAddress * (SAMPLE_ROWS + 1) + rows.length;
    if (score > most) [best, most] = [delimiter, score];
  }
  return best;
};

/** Adds their lines to rows. @param first line of the first row */
const numbered = (rows: readonly (readonly string[])[], first: number): readonly ListRow[] => {
  let line = first;
  return rows.map((cells) => {
    const row = { line, cells };
    line += linesOf(cells);
    return row;
  });
};

/** Finds the header among the rows above the first address: a row with known names, else the row just above it. */
const headerOf = (rows: readonly ListRow[]): ListRow | undefined => {
  const firstAddress = rows.findIndex(({ cells }) => cells.some(isAddressLike));
  const above = firstAddress === -1 ? rows : rows.slice(0, firstAddress);
  const named = above.map((row) => {
    const names = row.cells.map(namesAddressOrAmount);
    return { row, count: Number(names.some(({ address }) => address)) + Number(names.some(({ amount }) => amount)) };
  });
  const found = named.find(({ count }) => count === 2) ?? named.find(({ count }) => count === 1);
  if (found !== undefined) return found.row;
  const last = firstAddress === -1 ? undefined : above.at(-1);
  const filled = last?.cells.filter((cell) => cell.trim() !== '') ?? [];
  return filled.length > 1 && !filled.some(isAmountLike) ? last : undefined;
};

/** The head of a list, and the rows that were read for it. */
export interface ReadHead {
  readonly head: ListHead;
  /** Where the rows begin in the text, behind a line `sep=`. */
  readonly from: number;
  /** Line of the first row of the text. */
  readonly firstLine: number;
}

/**
 * Reads the beginning of a list.
 *
 * @param text whole rows with plain line ends: {@link SAMPLE_ROWS} or more, or all of them
 */
export const readHead = (text: string): ReadHead => {
  const separator = separatorLineOf(text);
  const from = separator?.length ?? 0;
  const firstLine = separator === undefined ? 1 : 2;
  const body = text.slice(from);
  const delimiter = separator?.delimiter ?? guessDelimiter(body);
  const rows = numbered(cutRows(body, delimiter, SAMPLE_ROWS).rows, firstLine).filter(
    ({ cells }) => !isBlankRow(cells),
  );
  const header = headerOf(rows);
  const titles = header === undefined ? [] : rows.filter(({ line }) => line < header.line).map(({ line }) => line);
  const sample = rows.filter(({ line }) => header === undefined || line > header.line).map(({ cells }) => cells);
  const lastFilled = (cells: readonly string[]): number => cells.findLastIndex((cell) => cell.trim() !== '') + 1;
  const width = header === undefined ? Math.max(0, ...sample.map((cells) => cells.length)) : lastFilled(header.cells);
  return {
    head: {
      delimiter,
      header: header?.cells.slice(0, width).map((name) => name.trim()),
      headerLine: header?.line ?? 0,
      titles,
      width,
      sample,
    },
    from,
    firstLine,
  };
};
