import Papa from 'papaparse';

/** Separators of fields that a list may have, the most likely first. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A row as it is in the file. */
export interface ListRow {
  /** Line of its beginning, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const RUN = /\r+\n?/g;

/** Makes all line ends `\n`. A `\r\r\n`, as some programs write it, is one. @param text without a `\r` at its end */
export const withPlainLineEnds = (text: string): string =>
  text.includes('\r') ? text.replace(RUN, (run) => (run.endsWith('\n') ? '\n' : '\n'.repeat(run.length))) : text;

const countOf = (text: string, sign: string): number => {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
};

/** Returns where the last whole row of a text ends: its last line end outside of quotes. -1 where there is none. */
export const endOfRows = (text: string): number => {
  let isOpen = countOf(text, '"') % 2 === 1;
  for (let end = text.length; end > 0; isOpen = !isOpen) {
    const quote = text.lastIndexOf('"', end - 1);
    const line = isOpen ? -1 : text.lastIndexOf('\n', end - 1);
    if (line > quote) return line;
    end = quote;
  }
  return -1;
};

const BLANKS: Readonly<Record<Delimiter, RegExp>> = {
  ',': /"(?:[^"]|"")*"|(^|,)[ \t]+(?=")/gm,
  ';': /"(?:[^"]|"")*"|(^|;)[ \t]+(?=")/gm,
  '\t': /"(?:[^"]|"")*"|(^|\t) +(?=")/gm,
  '|': /"(?:[^"]|"")*"|(^|\|)[ \t]+(?=")/gm,
};

/** Removes blanks before an opening quote, which would make it part of the field. */
const withoutBlanksBeforeQuotes = (text: string, delimiter: Delimiter): string =>
  /[ \t]"/.test(text)
    ? text.replace(BLANKS[delimiter], (match: string, before: string | undefined) => before ?? match)
    : text;

/** Rows of a piece of a list. */
interface CutRows {
  readonly rows: readonly (readonly string[])[];
  /** Index of the first row with a quote that is not closed, or that is inside a field; Infinity where there is none. */
  readonly malformed: number;
}

/**
 * Cuts whole rows into their fields.
 *
 * @param text with plain line ends, without the last one
 * @param most rows; 0 for all
 */
export const cutRows = (text: string, delimiter: Delimiter, most = 0): CutRows => {
  const { data, errors } = Papa.parse<string[]>(withoutBlanksBeforeQuotes(text, delimiter), {
    delimiter,
    newline: '\n',
    preview: most,
  });
  const malformed = errors.reduce(
    (first, { type, row = 0 }) => (type === 'Quotes' ? Math.min(first, row) : first),
    Infinity,
  );
  return { rows: data, malformed };
};

/** Whether a row has no content: an empty line, or one of separators only. */
export const isBlankRow = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Counts the lines of a row: more than one where a quoted field has line ends. */
export const linesOf = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => (cell.includes('\n') ? sum + cell.split('\n').length - 1 : sum), 1);
