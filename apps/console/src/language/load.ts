import { isBlocked, kept } from '../storage/kept.js';
import { type Texts, catalogueOf } from './hash.js';
import { directionOf, isLanguage, type Language, languageOfBrowser } from './languages.js';
import { type Catalogue, setLanguage } from './text.js';

const KEY = 'weir:language';

type Loaded = Promise<{ readonly default: Texts }>;
type Load = () => Loaded;

/**
 * The catalogues, each in two parts: the texts that the page needs first, and the rest. They are divided and shortened while the page
 * is built, and loaded only where their language is chosen. English is in the source.
 */
const CATALOGUES: Readonly<Record<Exclude<Language, 'en' | 'en-XA'>, readonly [first: Load, rest: Load]>> = {
  de: [() => import('./catalogues/de.json?first'), () => import('./catalogues/de.json?rest')],
  es: [() => import('./catalogues/es.json?first'), () => import('./catalogues/es.json?rest')],
  zh: [() => import('./catalogues/zh.json?first'), () => import('./catalogues/zh.json?rest')],
  ar: [() => import('./catalogues/ar.json?first'), () => import('./catalogues/ar.json?rest')],
};

/** The first texts of a language, and what loads the rest into them. */
interface Opened {
  readonly find: Catalogue;
  readonly loadRest: () => Promise<void>;
}

const ENGLISH: Opened = { find: () => undefined, loadRest: () => Promise.resolve() };

const open = async (language: Language): Promise<Opened> => {
  if (language === 'en') return ENGLISH;
  if (language === 'en-XA') return { ...ENGLISH, find: (await import('./pseudo.js')).pseudoText };
  const [first, rest] = CATALOGUES[language];
  const texts: Record<string, Texts[string]> = { ...(await first()).default };
  return {
    find: catalogueOf(texts),
    // The browser keeps what it has imported.
    loadRest: async () => {
      Object.assign(texts, (await rest()).default);
    },
  };
};

let opened = ENGLISH;

/**
 * Wraps the import of a part of the page: it is there once its texts are. The part's texts are then none of those that the page loads
 * first. `scripts/source-texts.ts` knows this function by its name.
 */
export const withTexts =
  <Part>(load: () => Promise<Part>): (() => Promise<Part>) =>
  async () => {
    const [part] = await Promise.all([load(), opened.loadRest()]);
    return part;
  };

/** Names a language in the address, where the browser does not keep the choice. */
const PARAMETER = 'language';

/** Returns the language that the user has chosen, else the browser's. */
const chosen = (): Language => {
  const choice = new URLSearchParams(location.search).get(PARAMETER) ?? kept.get(KEY);
  return isLanguage(choice) ? choice : languageOfBrowser();
};

/** Loads the first texts of the page's language. Without its catalogue the page is in English. */
export const startLanguage = async (): Promise<void> => {
  const wanted = chosen();
  const found = await open(wanted).catch(() => undefined);
  const language = found === undefined ? 'en' : wanted;
  opened = found ?? ENGLISH;
  setLanguage(language, opened.find);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
};

/** Keeps a language and shows the page in it. Its catalogue is loaded first, so that nothing changes where it cannot be. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await (await open(language)).loadRest();
  const address = new URL(location.href);
  address.searchParams.delete(PARAMETER);
  if (isBlocked || !kept.set(KEY, language)) address.searchParams.set(PARAMETER, language);
  if (address.href === location.href) location.reload();
  else location.replace(address);
};
