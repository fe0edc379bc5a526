import { unguardedText } from '@weir/merkle/cells';
import { readTime, timeText } from '@weir/merkle/times';
import { asTyped } from '../../format/amount.js';
import { type Message, msg } from '../../language/text.js';
import type { RowDraft } from '../plan-draft.js';
import { decimalOf, isAddressLike, isNumberLike, plainNumber, type Table } from './read-table.js';

/** What a column may hold. */
export type Role = 'recipient' | 'amount' | 'label' | 'start' | 'end' | 'cliff' | 'step' | 'none';

export const ROLES: readonly (readonly [Role, Message])[] = [
  ['recipient', msg('Address')],
  ['amount', msg('Amount')],
  ['label', msg('Name')],
  ['start', msg('Start')],
  ['end', msg('End')],
  ['cliff', msg('Cliff')],
  ['step', msg('Step in seconds')],
  ['none', msg('Not used')],
];

/** Parts of names that columns have in spreadsheets, in the languages that they were met in. */
const NAMES: Readonly<Record<Exclude<Role, 'none'>, RegExp>> = {
  recipient: /address|adresse|wallet|recipient|empf[äa]nger|direcci[oó]n|地址/i,
  amount: /amount|salary|betrag|gehalt|summe|pay|total|grant|importe|salario|金额/i,
  start: /^(?:start|begin|from|von)/i,
  end: /^(?:end|until|bis)/i,
  cliff: /cliff/i,
  step: /step|interval/i,
  label: /name|label|employee|mitarbeiter|person|empleado|team|姓名/i,
};

const guess = (name: string, cells: readonly string[]): Role => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  if (filled.length > 0 && filled.every(isAddressLike)) return 'recipient';
  const [named] = (Object.keys(NAMES) as Exclude<Role, 'none'>[]).filter((role) => NAMES[role].test(name.trim()));
  if (named === 'recipient' && filled.length > 0 && !filled.some(isAddressLike)) return 'label';
  return named ?? 'none';
};

const FIRST = 50;

/** Guesses what the columns of a table hold, each role once: by their names, and by what stands in them. */
export const guessRoles = ({ header, rows }: Table): readonly Role[] => {
  const width = Math.max(header?.length ?? 0, ...rows.slice(0, FIRST).map((row) => row.length));
  const cells = (column: number): string[] => rows.slice(0, FIRST).map((row) => row[column] ?? '');
  const taken = new Set<Role>();
  const roles = Array.from({ length: width }, (_, column): Role => {
    const role = guess(header?.[column] ?? '', cells(column));
    if (taken.has(role)) return 'none';
    if (role !== 'none') taken.add(role);
    return role;
  });
  // Without names, the first column of numbers has the amounts, and the first of words the names.
  const fill = (role: Role, fits: (cell: string) => boolean): void => {
    const column = roles.findIndex((each, index) => each === 'none' && cells(index).every(fits));
    if (!roles.includes(role) && column >= 0) roles[column] = role;
  };
  fill('amount', isNumberLike);
  if (header === undefined) fill('label', (cell) => !isNumberLike(cell) && !isAddressLike(cell));
  return roles;
};

/** Returns a time of a table as a day, or a day and a time, in UTC; what is none stays as it is, for its field to say so. */
export const plainTime = (text: string): string => {
  const read = readTime(text);
  return read.ok ? timeText(read.seconds) : text.trim();
};

/** Returns the rows of a table as the form holds them. @param roles of its columns */
export const rowsOf = (table: Table, roles: readonly Role[]): RowDraft[] => {
  const place = (role: Role): number => roles.indexOf(role);
  const cellsOf = (role: Role): string[] => table.rows.map((row) => row[place(role)] ?? '');
  const decimal = decimalOf(cellsOf('amount'), table.delimiter);
  return table.rows.map((row) => {
    const cell = (role: Role): string => (place(role) < 0 ? '' : (row[place(role)]?.trim() ?? ''));
    const times = (['start', 'end', 'cliff'] as const).map((role) => [role, plainTime(cell(role))] as const);
    return {
      recipient: cell('recipient'),
      amount: isNumberLike(cell('amount')) ? asTyped(plainNumber(cell('amount'), decimal)) : cell('amount'),
      label: unguardedText(cell('label')),
      ...Object.fromEntries([...times, ['step', cell('step')] as const].filter(([, text]) => text !== '')),
    };
  });
};
