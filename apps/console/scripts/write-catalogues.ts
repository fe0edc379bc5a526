import { formsOf, isPlural, readCatalogue, TRANSLATED, writeCatalogue } from './catalogues.js';
import { readSourceTexts } from './source-texts.js';

/** Adds texts that are new in the source to each catalogue, empty, for translation, and removes those that are gone. */
const { messages } = readSourceTexts();
for (const language of TRANSLATED) {
  const known = readCatalogue(language);
  const empty = (source: string) =>
    isPlural(source) ? Object.fromEntries(formsOf(language).map((form) => [form, ''])) : '';
  const texts = Object.fromEntries([...messages.keys()].map((source) => [source, known[source] ?? empty(source)]));
  writeCatalogue(language, texts);
  const missing = Object.values(texts).filter((text) => text === '' || (typeof text === 'object' && text.other === ''));
  console.log(`${language}: ${messages.size} texts, ${missing.length} to translate`);
}
