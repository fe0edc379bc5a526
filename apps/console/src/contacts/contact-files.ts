import { guessRoles, rowsOf } from '../plans/import/columns.js';
import { readTable } from '../plans/import/read-table.js';
import { type Contact, contactsIn } from './contacts.js';
import { labelsIn, type RecordLabel } from './record-labels.js';

/** What a file of contacts holds. */
interface NamesInFile {
  readonly contacts: readonly Contact[];
  readonly labels: readonly RecordLabel[];
}

/** Writes contacts and labels as one file. */
export const namesText = ({ contacts, labels }: NamesInFile): string =>
  JSON.stringify([...contacts, ...labels], undefined, 2);

/** Reads contacts and labels from a file: as they were exported, or a table of names and addresses. */
export const readNames = async (text: string): Promise<NamesInFile> => {
  if (text.trimStart().startsWith('[')) return { contacts: contactsIn(text), labels: labelsIn(text) };
  const table = await readTable(text);
  const contacts = rowsOf(table, guessRoles(table))
    .map(({ label, recipient }) => ({ name: label, address: recipient }))
    .filter(({ name, address }) => name !== '' && address !== '');
  return { contacts, labels: [] };
};
