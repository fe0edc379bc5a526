import { MAX_PLAN_STREAMS } from '@weir/kinds';
import type { DecimalMark } from '@weir/merkle/amounts';
import { unguardedText } from '@weir/merkle/cells';
import {
  cellOf,
  chooseColumns,
  excessOf,
  ListError,
  type ListProblem,
  type ListTable,
  MAX_LISTED_PROBLEMS,
  ProblemList,
  readAmounts,
  readTable,
  type Role,
} from '@weir/merkle/lists';
import { isBareDay, readTime, secondText, timeText } from '@weir/merkle/times';
import { asTyped, plainText } from '../format/amount.js';
import type { ColumnRole } from './list-parts.js';
import type { RowDraft } from './row-draft.js';

export { ListError };

/** A list of a spreadsheet, and what its columns hold. */
export interface ImportedList {
  readonly table: ListTable;
  readonly roles: readonly ColumnRole[];
  /** Decimal mark of its amounts, where somebody said it. */
  readonly mark?: DecimalMark;
}

/** What the amounts of a plan count. */
export interface ImportUnit {
  readonly inBch: boolean;
  /** 8 for BCH, else the token's: amounts are whole tokens. */
  readonly decimals: number;
}

/**
 * Reads a list and finds its columns.
 *
 * @param given bytes of a file, or pasted lines
 * @throws ListError for a list that cannot be read
 */
export const readImport = (given: Uint8Array | string, inBch: boolean): ImportedList => {
  const table = readTable(given, { maxRows: MAX_PLAN_STREAMS });
  if (table.rows.length === 0) throw new ListError([{ code: 'EMPTY', line: 0 }], { name: 'BCH', decimals: 8 });
  const { columns } = chooseColumns(table.head, inBch);
  const roles = Array.from({ length: table.head.width }, (_, column): ColumnRole => {
    const [role] = (Object.entries(columns) as [Role, number][]).find(([, place]) => place === column) ?? [];
    return role ?? 'none';
  });
  return { table, roles };
};

/** Returns the questions that a list leaves open, as problems. */
export const questionsOf = ({ table, roles }: ImportedList, inBch: boolean): readonly ListProblem[] =>
  chooseColumns(table.head, inBch)
    .questions.filter(({ role }) => !roles.includes(role))
    .map(({ role, candidates }) => ({
      code: 'COLUMNS',
      line: table.head.headerLine,
      role,
      candidates: candidates.map((column) => table.head.header?.[column] ?? String(column + 1)),
      names: table.head.header ?? [],
    }));

/**
 * Returns a time of a table as a day, or a day and a time, in UTC; what is none stays as it is, for its field to say so. A day alone stays
 * one: it means more than its first second where paydays end.
 */
export const plainTime = (text: string): string => {
  const read = readTime(text);
  if (!read.ok) return text.trim();
  return isBareDay(text) ? timeText(read.seconds) : secondText(read.seconds);
};

/** The rows of a list as the form holds them, or why they are not taken. */
export interface ImportedRows {
  readonly rows: readonly RowDraft[];
  readonly problems: readonly ListProblem[];
  /** Of all problems, of which the first are listed. */
  readonly count: number;
}

/** Returns the rows of a list as the form holds them. Addresses and times that are not valid are left for their fields to say so. */
export const rowsOf = ({ table, roles, mark }: ImportedList, { decimals }: ImportUnit): ImportedRows => {
  const columnOf = (role: Role): number | undefined => {
    const column = roles.indexOf(role);
    return column === -1 ? undefined : column;
  };
  const found = new ProblemList();
  const { amounts, problem } = readAmounts(table.rows, columnOf('amount'), decimals, mark);
  if (problem !== undefined) return { rows: [], problems: [problem], count: 1 };
  const rows = table.rows.map((row, place): RowDraft => {
    const cell = (role: Role): string => cellOf(row, columnOf(role));
    const count = excessOf(row.cells, table.head.width);
    const amount = amounts[place];
    if (count !== undefined) found.add({ code: 'WRONG_COLUMNS', line: row.line, count, expected: table.head.width });
    else if (amount?.status === 'refused')
      found.add({ code: 'BAD_AMOUNT', line: row.line, text: amount.text, reason: amount.code, part: amount.part });
    const times = (['start', 'end', 'cliff'] as const).map((role) => [role, plainTime(cell(role))] as const);
    return {
      recipient: cell('address'),
      amount: amount?.status === 'ok' ? asTyped(plainText(amount.units, decimals)) : cell('amount'),
      label: unguardedText(cell('label')),
      ...Object.fromEntries([...times, ['step', cell('step')] as const].filter(([, text]) => text !== '')),
    };
  });
  return { rows, problems: found.problems.slice(0, MAX_LISTED_PROBLEMS), count: found.count };
};
