import { formsOf, isPlural, readCatalogue, TRANSLATED } from '../scripts/catalogues.js';
import { readFirstTexts, readSourceTexts } from '../scripts/source-texts.js';
import { shortened } from '../src/language/hash.js';
import { secondWordsIn, THINGS, unnamedIn, type Worded } from './support/product-words.js';

const { messages, bare, unknown } = readSourceTexts();
const placesOf = (texts: typeof bare): readonly string[] => texts.map(({ place, text }) => `${place} ${text}`);

/** Names in braces and tags of a text. */
const partsOf = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}|<\/?\w+>/g) ?? [])].sort();

/** Says how a translation differs from its source in what stands for values; forms of a plural may leave the number out. */
const lossOf = (source: string, translation: string): string | undefined => {
  const isCounted = isPlural(source);
  const kept = (text: string) => partsOf(text).filter((part) => !isCounted || part !== '{count}');
  const [wanted, found] = [kept(source).join(' '), kept(translation).join(' ')];
  return wanted === found ? undefined : `${source}: ${translation}`;
};

/** Returns all texts in a language; of plurals every form. */
const textsIn = (language: Worded): readonly string[] =>
  language === 'en'
    ? [...messages.keys()].flatMap((text) => text.split(' | '))
    : Object.values(readCatalogue(language)).flatMap((text) =>
        typeof text === 'string' ? [text] : Object.values(text),
      );

describe('the texts of the console', () => {
  describe.each(['en', ...TRANSLATED] as const)('in %s', (language) => {
    it('have one word for one thing, and a word for every thing', () => {
      const texts = textsIn(language);
      const found = texts.flatMap((text) => secondWordsIn(text, language).map((word) => `${word}: ${text}`));
      expect(found).toEqual([]);
      expect(unnamedIn(texts.join('\n'), language)).toEqual([]);
    });

    it('are found where they have a second word', () => {
      for (const { word, others } of THINGS[language]) {
        expect(secondWordsIn(word, language)).toEqual([]);
        for (const other of others) expect(secondWordsIn(`– ${other.trimEnd()}.`, language)).toEqual([other.trimEnd()]);
      }
    });
  });

  it('all go through the catalogue: in elements, in attributes that people read, and in sentences', () =>
    expect(placesOf(bare)).toEqual([]));

  it('are divided so that the landing page and the explorer load none of the other pages’ texts', () => {
    const pages = [...readFirstTexts().values()].flatMap(({ place }) => place.match(/[\w-]+-page\.tsx/g) ?? []);
    expect([...new Set(pages)].sort()).toEqual(['explorer-page.tsx', 'landing-page.tsx']);
  });

  it('are known where the program is compiled', () => expect(placesOf(unknown)).toEqual([]));

  describe.each(TRANSLATED)('in %s', (language) => {
    const texts = readCatalogue(language);

    // Repaired by `node --conditions=@weir/source --import tsx apps/console/scripts/write-catalogues.ts`, and a translation.
    it('are those of the source, each translated, plurals in every form', () => {
      expect(Object.keys(texts).sort()).toEqual([...messages.keys()].sort());
      const untranslated = Object.entries(texts).filter(([source, translation]) =>
        isPlural(source)
          ? typeof translation === 'string' || formsOf(language).some((form) => (translation[form] ?? '') === '')
          : typeof translation !== 'string' || translation === '',
      );
      expect(untranslated).toEqual([]);
    });

    it('have every value and element of the source', () => {
      const losses = Object.entries(texts).flatMap(([source, translation]) =>
        (typeof translation === 'string' ? [translation] : Object.values(translation)).map((one) =>
          lossOf(source, one),
        ),
      );
      expect(losses.filter((loss) => loss !== undefined)).toEqual([]);
    });

    it('are each found by a hash of their own', () =>
      expect(Object.keys(shortened(texts))).toHaveLength(messages.size));
  });
});
