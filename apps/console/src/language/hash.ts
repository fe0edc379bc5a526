import type { Catalogue, Forms } from './text.js';

/** FNV-1a, 32 bits: spreads similar texts apart; no secret depends on it. */
export const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
};

/** A catalogue as translators read it: translations by source text. */
export type Texts = Readonly<Record<string, string | Forms>>;

/** Shortens a catalogue to what a page loads: translations by the hash of their source. @throws RangeError where two have the same */
export const shortened = (texts: Texts): Texts => {
  const short: Record<string, string | Forms> = {};
  for (const [source, translation] of Object.entries(texts)) {
    const key = hashOf(source).toString(36);
    if (key in short) throw new RangeError(`Change the words of "${source}": another text has the same hash`);
    short[key] = translation;
  }
  return short;
};

/** Returns what finds texts in a shortened catalogue. */
export const catalogueOf =
  (short: Texts): Catalogue =>
  (source) =>
    short[hashOf(source).toString(36)];
