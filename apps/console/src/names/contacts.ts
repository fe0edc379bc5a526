import { addressKey, isSameAddress } from '@weir/client';
import { withoutTurning } from '../language/direction-signs.js';
import { compareNames } from '../language/locale.js';
import { kept } from '../storage/kept.js';
import { createStore } from '../storage/value-store.js';

/** A name that the user gave an address. It is kept in this browser alone. */
export interface Contact {
  readonly name: string;
  readonly address: string;
}

const KEY = 'weir:contacts';

const isContact = (value: unknown): value is Contact => {
  const { name, address } = Object(value) as { readonly [Key in keyof Contact]?: unknown };
  return typeof name === 'string' && typeof address === 'string';
};

/** Reads contacts as they are stored or exported; none where that is not readable. */
export const contactsIn = (text: string | null): readonly Contact[] => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(stored)
      ? stored.filter(isContact).map(({ name, address }) => ({ name: withoutTurning(name), address }))
      : [];
  } catch {
    return [];
  }
};

/** Returns contacts with others added, by name; of two for an address the later one stays. */
export const mergeContacts = (before: readonly Contact[], added: readonly Contact[]): readonly Contact[] =>
  [...new Map([...before, ...added].map((one) => [addressKey(one.address), one])).values()].toSorted((a, b) =>
    compareNames(a.name, b.name),
  );

const store = createStore<readonly Contact[]>(contactsIn(kept.get(KEY)));
export const useContacts = store.use;

/** Stores contacts. */
export const setContacts = (contacts: readonly Contact[]): void => {
  store.set(contacts);
  kept.set(KEY, JSON.stringify(contacts));
};

/** Adds contacts to those that are stored. */
export const addContacts = (added: readonly Contact[]): void => setContacts(mergeContacts(store.get(), added));

/** Returns the name of an address, if it has one. */
export const nameAmong = (contacts: readonly Contact[], address: string): string | undefined =>
  contacts.find((one) => isSameAddress(one.address, address))?.name;

/** Returns the user's name for an address, if they gave it one. */
export const contactName = (address: string): string | undefined => nameAmong(store.get(), address);

/** The same, kept up to date on the page. */
export const useContactName = (address: string): string | undefined => nameAmong(useContacts(), address);

/** Returns the address of a typed name, unless it may still become another name. */
export const addressAmong = (contacts: readonly Contact[], typed: string): string | undefined => {
  const name = typed.trim().toLowerCase();
  const [only, other] = contacts.filter((one) => one.name.toLowerCase().startsWith(name));
  return other === undefined && only?.name.toLowerCase() === name ? only.address : undefined;
};
