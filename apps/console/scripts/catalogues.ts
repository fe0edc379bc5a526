import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Texts } from '../src/language/hash.js';

/** The languages that have a catalogue; English is in the source. */
export const TRANSLATED = ['de', 'es', 'zh', 'ar'] as const;
export type Translated = (typeof TRANSLATED)[number];

const fileOf = (language: Translated): string =>
  join(import.meta.dirname, `../src/language/catalogues/${language}.json`);

/** Reads a catalogue: translations by source text; those of plurals by form. */
export const readCatalogue = (language: Translated): Texts =>
  JSON.parse(readFileSync(fileOf(language), 'utf8')) as Texts;

/** Writes a catalogue, sorted by source text, so that changes at the same time seldom meet. */
export const writeCatalogue = (language: Translated, texts: Texts): void => {
  const sorted = Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1));
  writeFileSync(fileOf(language), `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
};

/** Returns the plural forms that a translation has to have: those that whole numbers below a million take. */
export const formsOf = (language: Translated): readonly Intl.LDMLPluralRule[] =>
  new Intl.PluralRules(language)
    .resolvedOptions()
    .pluralCategories.filter((form) => language !== 'es' || form !== 'many');

/** Whether a source text is a plural: `one | other`. */
export const isPlural = (source: string): boolean => source.includes(' | ');
