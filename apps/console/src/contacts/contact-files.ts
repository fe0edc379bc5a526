import { explainAddress, type AddressFault } from '@weir/merkle/addresses';
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
}

/** Writes contacts and labels as one file. */
export const namesText = ({ contacts, labels }: NamesInFile): string =>
  JSON.stringify([...contacts, ...labels], undefined, 2);

/**
 * Reads contacts and labels from a file: as they were exported, or a table of names and addresses. Addresses that are not sound on
 * this network are refused, each with the reason.
 *
 * @param prefix of the network's addresses
 */
export const readNames = async (text: string, prefix: string): Promise<ReadNames> => {
  const plain = text.replace(/^\uFEFF/, '');
  const isExport = plain.trimStart().startsWith('[');
  const found = isExport ? contactsIn(plain) : (await import('./contact-table.js')).contactsOfTable(plain);
  const checked = found.map((contact) => ({ ...contact, fault: explainAddress(contact.address, prefix) }));
  return {
    contacts: checked.filter(({ fault }) => fault === undefined).map(({ name, address }) => ({ name, address })),
    refused: checked.flatMap(({ fault, ...contact }) => (fault === undefined ? [] : [{ ...contact, fault }])),
    labels: isExport ? labelsIn(plain) : [],
  };
};
