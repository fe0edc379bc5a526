import { addressKey } from '@weir/client';
import { withoutTurning } from '../language/direction-signs.js';
import { t } from '../language/text.js';
import { createStore } from '../storage/value-store.js';
import { contactName, useContactName } from './contacts.js';

/** What the sender of a plan called a person. */
export interface PlanName {
  readonly recipient: string;
  readonly name: string;
  /** `id` of the person's stream, payment or lock; undefined of a list that is not stored yet. */
  readonly record?: string;
}

interface Known {
  /** Names by the `id` of a record. */
  readonly records: ReadonlyMap<string, string>;
  /** Names by the key of an address: the first that was learned, which is of the newest plan. */
  readonly stored: ReadonlyMap<string, string>;
  /** Names by the key of an address that were typed into a list in this tab. */
  readonly typed: ReadonlyMap<string, string>;
}

const NOTHING: Known = { records: new Map(), stored: new Map(), typed: new Map() };

// In memory alone: who uses this browser next does not see who was paid.
const store = createStore(NOTHING);

const byAddress = (names: readonly PlanName[]): readonly (readonly [string, string])[] =>
  names.map(({ recipient, name }) => [addressKey(recipient), withoutTurning(name)]);

/** Learns the names that the service stores for the sender, those of the newest plan first, in the place of earlier ones. */
export const setStoredNames = (names: readonly PlanName[]): void => {
  store.set({
    ...store.get(),
    records: new Map(
      names.flatMap(({ record, name }) => (record === undefined ? [] : [[record, withoutTurning(name)]])),
    ),
    stored: new Map(byAddress(names).toReversed()),
  });
};

/** Learns names that the user types into a list. */
export const addTypedNames = (names: readonly PlanName[]): void => {
  const known = store.get();
  store.set({ ...known, typed: new Map([...known.typed, ...byAddress(names)]) });
};

/** Forgets all names: the wallet is another one. */
export const forgetPlanNames = (): void => store.set(NOTHING);

const nameIn = ({ typed, stored }: Known, address: string): string | undefined => {
  const key = addressKey(address);
  return typed.get(key) ?? stored.get(key);
};

/** Returns what the user calls an address: the contact's name, or else the name in a plan of theirs. */
export const partyName = (address: string): string | undefined => contactName(address) ?? nameIn(store.get(), address);

/** The same, kept up to date on the page. */
export const usePartyName = (address: string): string | undefined => {
  const known = store.use();
  return useContactName(address) ?? nameIn(known, address);
};

/** Returns what the user called the recipient of a record in a plan. */
export const useRecordNames = (): ((id: string) => string | undefined) => {
  const { records } = store.use();
  return (id) => records.get(id);
};

/**
 * Returns the name of an address in a review. Contacts and typed names are of this browser. A name that the service stores is
 * marked, since a service that lies could give it to another address.
 */
export const reviewedName = (address: string): string | undefined => {
  const own = contactName(address) ?? store.get().typed.get(addressKey(address));
  const stored = store.get().stored.get(addressKey(address));
  return own ?? (stored === undefined ? undefined : t('{name} (stored label)', { name: stored }));
};
