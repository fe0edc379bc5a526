import { explainAddress, type AddressFault } from '@weir/merkle/addresses';
import type { ListProblem } from '@weir/merkle/lists';
import { csvText } from '../format/csv.js';
import { type Contact, contactsIn } from '../names/contacts.js';
import { labelsIn, type RecordLabel } from '../names/record-labels.js';

/** What a file of contacts holds. */
interface NamesInFile {
  readonly contacts: readonly Contact[];
  readonly labels: readonly RecordLabel[];
}

/** A contact of a file that is not taken over, and why. */
export interface RefusedContact extends Contact {
  readonly fault: AddressFault;
}

interface ReadNames extends NamesInFile {
  readonly refused: readonly RefusedContact[];
  /** Why nothing of the file is read; undefined where something can be. */
  readonly problem: ListProblem | undefined;
}

/** Writes contacts and labels as one file. */
export const namesText = ({ contacts, labels }: NamesInFile): string =>
  JSON.stringify([...contacts, ...labels], undefined, 2);

/** Writes contacts as a table that spreadsheets and {@link readNames} read. Labels belong to records and are not part of it. */
export const contactsCsv = (contacts: readonly Contact[]): string =>
  csvText([['name', 'address'], ...contacts.map(({ name, address }) => [name, address])]);

/**
 * Reads contacts and labels from a file: as they were exported, or a table of names and addresses, in any encoding of lists. Addresses that are not sound on
 * this network are refused, each with the reason.
 *
 * @param prefix of the network's addresses
 */
export const readNames = async (bytes: Uint8Array, prefix: string): Promise<ReadNames> => {
  const { readContactFile } = await import('./contact-table.js');
  const file = readContactFile(bytes);
  if (file.kind === 'UNREADABLE') return { contacts: [], refused: [], labels: [], problem: file.problem };
  const found = file.kind === 'EXPORT' ? contactsIn(file.text) : file.contacts;
  const checked = found.map((contact) => ({ ...contact, fault: explainAddress(contact.address, prefix) }));
  return {
    contacts: checked.filter(({ fault }) => fault === undefined).map(({ name, address }) => ({ name, address })),
    refused: checked.flatMap(({ fault, ...contact }) => (fault === undefined ? [] : [{ ...contact, fault }])),
    labels: file.kind === 'EXPORT' ? labelsIn(file.text) : [],
    problem: undefined,
  };
};
