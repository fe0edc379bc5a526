import { MAX_TRANCHES } from '@weir/kinds';
import type { DecimalMark } from '@weir/merkle/amounts';
import { cellOf, ListError, type ListProblem, type ListTable, readAmounts, readTable } from '@weir/merkle/lists';
import { readTime } from '@weir/merkle/times';
import { asTyped, plainText } from '../format/amount.js';
import { plainTime } from '../table/columns.js';
import { timeFault, type TrancheDraft } from './tranche-draft.js';

/** What pasted lines are: rows, a question, or a problem of the whole. */
export type PastedTranches =
  | { readonly rows: readonly TrancheDraft[] }
  | { readonly question: Extract<ListProblem, { readonly code: 'AMBIGUOUS_AMOUNTS' }> }
  | { readonly problem: ListProblem | 'COLUMNS' };

/** Whether a cell is a day that is read, or one that its field then asks about. */
const isDay = (cell: string): boolean => readTime(cell).ok || /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b/u.test(cell.trim());

const filledColumns = ({ rows }: ListTable): readonly number[] => {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, column) => column).filter((column) =>
    rows.some((row) => cellOf(row, column) !== ''),
  );
};

/** The two columns of a table: dates, and the amounts. A plain number, such as 1800000000, may be both, so that another column decides. */
const columnsOf = (table: ListTable): readonly [time: number, amount: number] | undefined => {
  const columns = filledColumns(table);
  const days = columns.filter((column) =>
    table.rows.every((row) => isDay(cellOf(row, column)) && !/^\d+$/u.test(cellOf(row, column))),
  );
  const [time] = days;
  const [amount, ...more] = columns.filter((column) => column !== time);
  if (days.length === 1 && time !== undefined && amount !== undefined && more.length === 0) return [time, amount];
  return columns.length === 2 && columns[0] !== undefined && columns[1] !== undefined
    ? [columns[0], columns[1]]
    : undefined;
};

/** Reads dates and amounts that were pasted from a sheet, in two columns. Rows that are not sound are left for their fields to say so. */
export const readTrancheLines = (text: string, decimals: number, mark?: DecimalMark): PastedTranches => {
  // Spreadsheets put tabs between cells, and commas inside of them are those of amounts.
  const head = text.includes('\t') ? 'sep=\t\n' : '';
  const inText = <Problem extends ListProblem>(problem: Problem): Problem => ({
    ...problem,
    line: problem.line > 0 && head !== '' ? problem.line - 1 : problem.line,
  });
  let table: ListTable;
  try {
    table = readTable(head + text, { maxRows: MAX_TRANCHES });
  } catch (error) {
    if (error instanceof ListError) return { problem: inText(error.problems[0]) };
    throw error;
  }
  const columns = columnsOf(table);
  if (columns === undefined) return { problem: 'COLUMNS' };
  const [time, amount] = columns;
  const { amounts, problem } = readAmounts(table.rows, amount, decimals, mark);
  if (problem?.code === 'AMBIGUOUS_AMOUNTS') return { question: inText(problem) };
  if (problem !== undefined) return { problem: inText(problem) };
  return {
    rows: table.rows.map((row, place) => {
      const [day, read] = [cellOf(row, time), amounts[place]];
      return {
        time: timeFault(day) === undefined ? plainTime(day) : day.trim(),
        amount: read?.status === 'ok' ? asTyped(plainText(read.units, decimals)) : cellOf(row, amount),
      };
    }),
  };
};
