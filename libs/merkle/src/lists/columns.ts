import { isAddressLike, isAmountLike, isTimeLike } from './cell-kinds.js';
import { type NamedRoles, rolesOfName } from './column-names.js';
import type { ListHead } from './list-head.js';
import type { FileProblem, Role } from './list-problem.js';

/** Which column holds what, by its place from 0. */
export type Columns = Readonly<Partial<Record<Role, number>>>;

/** A role for which no column, or more than one, fits. */
export interface ColumnQuestion {
  readonly role: 'address' | 'amount';
  readonly candidates: readonly number[];
}

/** The columns of a list, and what is left to ask. */
export interface ChosenColumns {
  readonly columns: Columns;
  readonly questions: readonly ColumnQuestion[];
}

const INTERVAL = /^(?:\d{2,10}|[A-Z]+)$/i;

type Test = (cell: string) => boolean;
const filledOf = (sample: ListHead['sample'], column: number): readonly string[] =>
  sample.map((cells) => cells[column] ?? '').filter((cell) => cell.trim() !== '');
const hasAny = (head: ListHead, column: number, fits: Test): boolean => filledOf(head.sample, column).some(fits);
const hasMostly = (head: ListHead, column: number, fits: Test): boolean => {
  const filled = filledOf(head.sample, column);
  return filled.length > 0 && filled.filter(fits).length * 2 > filled.length;
};
const hasOnly = (head: ListHead, column: number, fits: Test): boolean => filledOf(head.sample, column).every(fits);

const placesOf = (width: number): readonly number[] => Array.from({ length: width }, (_, place) => place);

/** Narrows candidates to those that fit, where some do. */
const narrowed = (candidates: readonly number[], fits: (column: number) => boolean): readonly number[] => {
  const fitting = candidates.filter(fits);
  return fitting.length === 0 ? candidates : fitting;
};

/** Of columns with names: an exact name first, then other known names. */
const candidatesOf = (head: ListHead, named: readonly NamedRoles[], role: 'address' | 'amount'): readonly number[] => {
  const all = placesOf(named.length);
  const exact = all.filter((column) => named[column]?.exact === role);
  const synonyms = all.filter((column) => named[column]?.synonyms.includes(role) === true);
  if (role === 'amount') {
    if (exact.length > 0) return exact;
    return narrowed(synonyms, (column) => hasAny(head, column, (cell) => /\p{Nd}/u.test(cell)));
  }
  const isOfAddresses = (column: number): boolean => hasAny(head, column, isAddressLike);
  // Without any address to see, a name of people alone does not belong to addresses.
  const known = synonyms.filter(
    (column) => isOfAddresses(column) || named[column]?.synonyms.includes('label') !== true,
  );
  // An exact name is enough, unless another column with a name of recipients has addresses, too.
  const rivals = exact.length > 0 ? known.filter(isOfAddresses) : known;
  return narrowed(
    [...exact, ...rivals].toSorted((one, other) => one - other),
    isOfAddresses,
  );
};

const byNames = (head: ListHead, header: readonly string[], inBch: boolean): ChosenColumns => {
  const named = header.map((name) => rolesOfName(name, inBch));
  const columns: Partial<Record<Role, number>> = {};
  const questions: ColumnQuestion[] = [];
  for (const role of ['address', 'amount'] as const) {
    const candidates = candidatesOf(head, named, role);
    const [only, ...more] = candidates;
    if (only !== undefined && more.length === 0) columns[role] = only;
    else questions.push({ role, candidates });
  }
  const asked = new Set(questions.flatMap(({ candidates }) => candidates));
  for (const role of ['label', 'start', 'end', 'cliff', 'step'] as const) {
    const free = placesOf(named.length).filter(
      (column) => !Object.values(columns).includes(column) && !asked.has(column),
    );
    const column =
      free.find((each) => named[each]?.exact === role) ??
      free.find((each) => named[each]?.synonyms.includes(role) === true);
    if (column !== undefined) columns[role] = column;
  }
  return { columns, questions };
};

/** Columns without names, in the order that the API documents. */
const POSITIONS: Columns = { address: 0, amount: 1, start: 2, end: 3, cliff: 4, step: 5, label: 6 };

const isInPositions = (head: ListHead): boolean =>
  head.width > 2 &&
  head.width <= 7 &&
  hasMostly(head, 0, isAddressLike) &&
  hasMostly(head, 1, isAmountLike) &&
  [2, 3, 4].every((column) => hasOnly(head, column, (cell) => isTimeLike(cell) || cell.trim() === '0')) &&
  hasOnly(head, 5, (cell) => INTERVAL.test(cell.trim()));

const byValues = (head: ListHead): ChosenColumns => {
  if (isInPositions(head))
    return {
      columns: Object.fromEntries(Object.entries(POSITIONS).filter(([, column]) => column < head.width)),
      questions: [],
    };
  const all = placesOf(head.width);
  const ofAddresses = all.filter((column) => hasMostly(head, column, isAddressLike));
  const ofAmounts = all.filter((column) => !ofAddresses.includes(column) && hasAny(head, column, isAmountLike));
  // Of two columns the one is what the other is not, so that its rows say what is wrong with them.
  const other = (known: readonly number[]): readonly number[] =>
    head.width === 2 && known.length === 1 ? all.filter((column) => !known.includes(column)) : [];
  const found = {
    address: ofAddresses.length === 0 ? other(ofAmounts) : ofAddresses,
    amount: ofAmounts.length === 0 ? other(ofAddresses) : ofAmounts,
  };
  const columns: Partial<Record<Role, number>> = {};
  const questions: ColumnQuestion[] = [];
  for (const role of ['address', 'amount'] as const) {
    const [only, ...more] = found[role];
    if (only !== undefined && more.length === 0) columns[role] = only;
    else questions.push({ role, candidates: found[role] });
  }
  const label = all.find(
    (column) =>
      !ofAddresses.includes(column) &&
      !ofAmounts.includes(column) &&
      !Object.values(columns).includes(column) &&
      hasAny(head, column, (cell) => /\p{L}/u.test(cell)) &&
      !hasAny(head, column, isTimeLike),
  );
  if (label !== undefined) columns.label = label;
  return { columns, questions };
};

/**
 * Finds the columns of a list: by exact names, then by other known names; without a header by their values. Where none or several
 * fit, it asks.
 *
 * @param inBch whether the amounts are in BCH, so that names such as `Amount (BCH)` fit
 */
export const chooseColumns = (head: ListHead, inBch: boolean): ChosenColumns =>
  head.header === undefined ? byValues(head) : byNames(head, head.header, inBch);

/** Returns how a column is called: its name, or its place from 1. */
export const columnName = ({ header }: Pick<ListHead, 'header'>, column: number): string => {
  const name = header?.[column]?.trim() ?? '';
  return name === '' ? `column ${column + 1}` : name;
};

/** Says which columns fit, where none or several do, as problems of the list. */
export const columnProblems = (head: ListHead, questions: readonly ColumnQuestion[]): readonly FileProblem[] => {
  const names = placesOf(head.width).map((column) => columnName(head, column));
  return questions.map(({ role, candidates }) => ({
    code: 'COLUMNS',
    line: head.headerLine,
    role,
    candidates: candidates.map((column) => columnName(head, column)),
    names,
  }));
};

/** Names the columns with content that hold none of these roles. */
export const ignoredColumns = (head: ListHead, columns: Columns, roles: readonly Role[]): readonly string[] => {
  const used = new Set(roles.map((role) => columns[role]));
  return placesOf(head.width)
    .filter(
      (column) =>
        !used.has(column) && (head.header?.[column] ?? '').trim() + filledOf(head.sample, column).join('') !== '',
    )
    .map((column) => columnName(head, column));
};
