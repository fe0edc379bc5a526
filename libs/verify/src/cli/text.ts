import type { SummaryLine } from '../summary/words.js';
import { type Answer, LINE_NAMES, LINES_TITLE, VERDICTS } from './answer.js';

/** Writes what the signer's coins hold before and after, an asset a line; nothing where none are spent or paid. */
const linesOf = (lines: readonly SummaryLine[]): readonly string[] => {
  if (lines.length === 0) return [];
  const table = [
    LINE_NAMES,
    ...lines.map(({ asset, before, after, difference }) => [asset, before, after, difference] as const),
  ];
  const widths = LINE_NAMES.map((_, column) => Math.max(...table.map((cells) => cells[column]?.length ?? 0)));
  const aligned = table.map((cells) =>
    cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
  );
  return [`${LINES_TITLE}:`, ...aligned.map((cells) => `  ${cells.join('  ')}`), ''];
};

/** Writes an answer as text: the sentences, a table of two columns, the signer's lines of the ledger, and the verdict. */
export const textOf = (given: Answer): string => {
  const verdict = VERDICTS[given.verdict];
  if (!('summary' in given)) return `${verdict} ${given.message}`;
  const { sentences, rows, lines } = given.summary;
  const width = Math.max(...rows.map(({ label }) => label.length));
  const table = rows.map(({ label, value }) => `  ${label.padEnd(width)}  ${value}`);
  return [...sentences, '', ...table, '', ...linesOf(lines), verdict].join('\n');
};
