import { cellOf, chooseColumns, readTable } from '@weir/merkle/lists';
import type { Contact } from '../names/contacts.js';

/** Reads the contacts of a table of names and addresses. Loaded when it is needed. */
export const contactsOfTable = (text: string): readonly Contact[] => {
  const { head, rows } = readTable(text);
  const { columns } = chooseColumns(head, true);
  return rows
    .map((row) => ({ name: cellOf(row, columns.label), address: cellOf(row, columns.address) }))
    .filter(({ name, address }) => name !== '' && address !== '');
};
