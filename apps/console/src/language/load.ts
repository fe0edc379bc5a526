import { type Texts, catalogueOf } from './hash.js';
import { directionOf, isLanguage, type Language, languageOfBrowser } from './languages.js';
import { type Catalogue, setLanguage } from './text.js';

const KEY = 'weir:language';

type Loaded = Promise<{ readonly default: Texts }>;

/** The catalogues, shortened while the page is built; each loads only where it is chosen. English is in the source. */
const CATALOGUES: Readonly<Record<Exclude<Language, 'en' | 'en-XA'>, () => Loaded>> = {
  de: () => import('./catalogues/de.json', { with: { type: 'json' } }),
  es: () => import('./catalogues/es.json', { with: { type: 'json' } }),
  zh: () => import('./catalogues/zh.json', { with: { type: 'json' } }),
  ar: () => import('./catalogues/ar.json', { with: { type: 'json' } }),
};

const load = async (language: Language): Promise<Catalogue> => {
  if (language === 'en') return () => undefined;
  if (language === 'en-XA') return (await import('./pseudo.js')).pseudoText;
  return catalogueOf((await CATALOGUES[language]()).default);
};

/** Returns the language that the user has chosen, else the browser's. */
const chosen = (): Language => {
  const kept = localStorage.getItem(KEY);
  return isLanguage(kept) ? kept : languageOfBrowser();
};

/** Loads the language of the page. Without its catalogue the page is in English. */
export const startLanguage = async (): Promise<void> => {
  const wanted = chosen();
  const find = await load(wanted).catch(() => undefined);
  const language = find === undefined ? 'en' : wanted;
  setLanguage(language, find ?? (() => undefined));
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
};

/** Keeps a language and shows the page in it. Its catalogue is loaded first, so that nothing changes where it cannot be. */
export const chooseLanguage = async (language: Language): Promise<void> => {
  await load(language);
  localStorage.setItem(KEY, language);
  location.reload();
};
