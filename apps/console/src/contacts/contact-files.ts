import { guessRoles, rowsOf } from '../plans/import/columns.js';
import { readTable } from '../plans/import/read-table.js';
import { type Contact, contactsIn } from './contacts.js';

/** Reads contacts from a file: as they were exported, or a table of names and addresses. */
export const readContacts = async (text: string): Promise<readonly Contact[]> => {
  if (text.trimStart().startsWith('[')) return contactsIn(text);
  const table = await readTable(text);
  return rowsOf(table, guessRoles(table))
    .map(({ label, recipient }) => ({ name: label, address: recipient }))
    .filter(({ name, address }) => name !== '' && address !== '');
};
