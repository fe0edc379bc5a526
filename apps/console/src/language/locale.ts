/** What a browser says of its languages. Some have what their system says, such as `en_US`, `C.UTF-8` or nothing; some have none. */
interface Languages {
  readonly languages?: unknown;
  readonly language?: unknown;
}

const languagesOfBrowser = (): Languages => (globalThis as { readonly navigator?: Languages }).navigator ?? {};

const localeOf = (tag: string, options?: Intl.LocaleOptions): Intl.Locale | undefined => {
  try {
    return new Intl.Locale(tag, options);
  } catch {
    return undefined;
  }
};

/** Returns a language tag as BCP 47 writes it: without what systems add to it (`de_AT.UTF-8@euro`); undefined of what is none. */
export const tagOf = (text: unknown): string | undefined => {
  if (typeof text !== 'string') return undefined;
  const [plain = ''] = text.split(/[.@]/);
  return localeOf(plain.replaceAll('_', '-'))?.toString();
};

/** Returns the tags of what a browser's user reads, first choice first. */
export const preferredTags = ({ languages, language } = languagesOfBrowser()): readonly string[] => {
  const all: readonly unknown[] = Array.isArray(languages) ? languages : [];
  return [...all, language].map(tagOf).filter((tag) => tag !== undefined);
};

/** Returns the language of a tag: `de` of `de-AT`. */
export const languageOfTag = (tag: string): string => localeOf(tag)?.language ?? '';

/**
 * Returns the locale of a language, with the region and the other choices that the browser has for it. Numbers have Western digits
 * everywhere, as wallets write them.
 */
export const localeOfLanguage = (language: string, tags = preferredTags()): string => {
  const tag = tags.find((one) => languageOfTag(one) === language) ?? language;
  return String(localeOf(tag, { numberingSystem: 'latn' }) ?? localeOf('en', { numberingSystem: 'latn' }));
};

/**
 * Gives the browser a language that `Intl` knows where its own is none: libraries hand `navigator.language` to `Intl` as they are
 * loaded, and fail (uPlot does).
 */
export const repairLanguages = (browser: object = languagesOfBrowser()): void => {
  const { languages, language }: Languages = browser;
  const tags = preferredTags({ languages, language });
  const [first = 'en'] = tags;
  const isSound = language === undefined || (typeof language === 'string' && localeOf(language) !== undefined);
  const isWhole = Array.isArray(languages) && languages.every((one) => typeof one === 'string' && tagOf(one) === one);
  try {
    if (!isSound) Object.defineProperty(browser, 'language', { value: first, configurable: true });
    if (!isWhole) Object.defineProperty(browser, 'languages', { value: tags, configurable: true });
  } catch {
    // It cannot be changed: what such a library draws is missing, and its card says so.
  }
};

let current = localeOfLanguage('en');

/** Makes numbers, dates and the order of names those of a language from now on. */
export const setLocale = (language: string): void => {
  current = localeOfLanguage(language);
};

/** Returns the locale of the page, which `Intl` knows. */
export const currentLocale = (): string => current;

const made = new Map<string, unknown>();

/** Makes a format once for each locale and its options: as locales go, or else of its language, or of English. */
const formatOf = <Format>(kind: string, options: object, make: (locale: string | undefined) => Format): Format => {
  const key = JSON.stringify([kind, current, options]);
  const before = made.get(key) as Format | undefined;
  if (before !== undefined) return before;
  for (const locale of [current, languageOfTag(current), 'en']) {
    try {
      const format = make(locale);
      made.set(key, format);
      return format;
    } catch (error) {
      // Not of the locale but of the options.
      if (locale === 'en') throw error;
    }
  }
  return make(undefined);
};

/** The formats of the page's language. Nothing else of the page uses `Intl`, which fails at a language tag that it does not know. */
export const dateFormat = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  formatOf('date', options, (locale) => new Intl.DateTimeFormat(locale, options));

export const numberFormat = (options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  formatOf('number', options, (locale) => new Intl.NumberFormat(locale, options));

export const relativeFormat = (options: Intl.RelativeTimeFormatOptions): Intl.RelativeTimeFormat =>
  formatOf('relative', options, (locale) => new Intl.RelativeTimeFormat(locale, options));

export const pluralRules = (): Intl.PluralRules => formatOf('plural', {}, (locale) => new Intl.PluralRules(locale));

/** Compares names in the order of the page's language. */
export const compareNames = (a: string, b: string): number =>
  formatOf('order', {}, (locale) => new Intl.Collator(locale)).compare(a, b);

/** Returns the user's time zone, such as `Europe/Berlin`; `UTC` where the browser has none. */
export const timeZone = (): string => {
  // Some browsers have a zone that is none.
  const { timeZone: zone } = dateFormat({}).resolvedOptions() as { readonly timeZone?: string };
  return zone === undefined || zone === '' || zone === 'Etc/Unknown' ? 'UTC' : zone;
};
