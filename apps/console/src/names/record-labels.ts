import { withoutTurning } from '../language/direction-signs.js';
import { compareNames } from '../language/locale.js';
import { kept } from '../storage/kept.js';
import { createStore } from '../storage/value-store.js';

/** A name that the user gave a record. It is kept in this browser alone, as contacts are. */
export interface RecordLabel {
  readonly name: string;
  /** Path of its page, by which labels are distinguished. */
  readonly path: string;
  /** Its number, such as `#WEIR-BCH-000001`. */
  readonly number: string;
}

const KEY = 'weir:labels';

/** Imported files come from anywhere: a label leads to nothing but a record's page. */
const RECORD_PATH = /^\/(?:streams|locks|payments|currency-payments|plans|airdrops|vaults|proposals)\/[0-9a-f-]{1,64}$/;

const isLabel = (value: unknown): value is RecordLabel => {
  const { name, path, number } = Object(value) as { readonly [Key in keyof RecordLabel]?: unknown };
  return typeof name === 'string' && typeof number === 'string' && typeof path === 'string' && RECORD_PATH.test(path);
};

/** Reads labels as they are stored or exported, ignoring other content; returns none where that is not readable. */
export const labelsIn = (text: string | null): readonly RecordLabel[] => {
  try {
    const stored: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(stored)) return [];
    return stored.filter(isLabel).map(({ name, path, number }) => ({ name: withoutTurning(name), path, number }));
  } catch {
    return [];
  }
};

/** Returns labels with others added, by name; of two for a record the later one stays, and an empty one removes it. */
export const mergeLabels = (before: readonly RecordLabel[], added: readonly RecordLabel[]): readonly RecordLabel[] =>
  [...new Map([...before, ...added].map((one) => [one.path, one])).values()]
    .filter(({ name }) => name.trim() !== '')
    .toSorted((a, b) => compareNames(a.name, b.name));

const store = createStore<readonly RecordLabel[]>(labelsIn(kept.get(KEY)));
export const useLabels = store.use;

/** Stores labels. */
export const addLabels = (added: readonly RecordLabel[]): void => {
  const labels = mergeLabels(store.get(), added);
  store.set(labels);
  kept.set(KEY, JSON.stringify(labels));
};

/** Returns those that have a text in their names, in any case; none for an empty text. */
export const named = <Named extends { readonly name: string }>(
  all: readonly Named[],
  text: string,
): readonly Named[] => {
  const wanted = text.trim().toLowerCase();
  return wanted === '' ? [] : all.filter(({ name }) => name.toLowerCase().includes(wanted));
};
