/** The languages of the page, each by its own name. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  zh: '简体中文',
  ar: 'العربية',
} as const;

/** A language of the page; `en-XA` is English as tests of translations see it: longer, accented, in brackets. */
export type Language = keyof typeof LANGUAGES | 'en-XA';

export const isLanguage = (text: string | null | undefined): text is Language =>
  typeof text === 'string' && (Object.hasOwn(LANGUAGES, text) || text === 'en-XA');

/** The part of the global scope that is read; tests run without DOM types. */
interface WithNavigator {
  readonly navigator?: { readonly languages: readonly string[] };
}

/** What a browser's user reads, first choice first. */
const preferred = (): readonly string[] => (globalThis as WithNavigator).navigator?.languages ?? [];

const baseOf = (tag: string): string => tag.toLowerCase().replace(/-.*$/, '');

/** Returns the first language of the browser's that the page has; English where it has none. */
export const languageOfBrowser = (): Language => preferred().map(baseOf).find(isLanguage) ?? 'en';

/** Whether Intl knows what a tag means: some browsers have those of their system, as `en-US@posix`. */
const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

/**
 * Returns the locale of a language for Intl, with the region that the browser has for it. Numbers have Western digits everywhere, as
 * wallets write them.
 */
export const localeOf = (language: Language): string => {
  const base = baseOf(language);
  const tag = preferred().find((one) => baseOf(one) === base && isTag(one)) ?? base;
  return `${tag}-u-nu-latn`;
};

/** Returns the direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
