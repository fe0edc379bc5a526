import { unguardedText } from '@weir/merkle/cells';
import { cellOf, chooseColumns, decodeFile, ListError, type ListProblem, readTable } from '@weir/merkle/lists';
import type { Contact } from '../names/contacts.js';

/** Reads the contacts of a table of names and addresses. */
const contactsOfTable = (text: string): readonly Contact[] => {
  const { head, rows } = readTable(text);
  const { columns } = chooseColumns(head, true);
  return rows
    .map((row) => ({ name: unguardedText(cellOf(row, columns.label)), address: cellOf(row, columns.address) }))
    .filter(({ name, address }) => name !== '' && address !== '');
};

/** A file of contacts: an export as text, or the contacts of a table. */
export type ContactFile =
  | { readonly kind: 'EXPORT'; readonly text: string }
  | { readonly kind: 'TABLE'; readonly contacts: readonly Contact[] }
  | { readonly kind: 'UNREADABLE'; readonly problem: ListProblem };

/** Reads a file as lists are read, in any of their encodings. Loaded when it is needed. */
export const readContactFile = (bytes: Uint8Array): ContactFile => {
  try {
    const text = decodeFile(bytes);
    return text.trimStart().startsWith('[')
      ? { kind: 'EXPORT', text }
      : { kind: 'TABLE', contacts: contactsOfTable(text) };
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    return { kind: 'UNREADABLE', problem: error.problems[0] };
  }
};
