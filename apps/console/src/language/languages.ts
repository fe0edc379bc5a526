import { languageOfTag, preferredTags } from './locale.js';

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

/** Returns the first language of the browser's that the page has; English where it has none. */
export const languageOfBrowser = (): Language => preferredTags().map(languageOfTag).find(isLanguage) ?? 'en';

/** Returns the direction of a language. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');
