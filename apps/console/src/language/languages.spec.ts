import { localeOf } from './languages.js';

/** Runs with the languages of a browser. */
const withLanguages = (languages: readonly string[], run: () => void): void => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: { languages }, configurable: true });
  try {
    run();
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
  }
};

describe('the locale of a language', () => {
  it('has the region of the browser’s, and no tag that Intl does not know', () => {
    withLanguages(['fr', 'de-AT', 'de'], () => expect(localeOf('de')).toBe('de-AT-u-nu-latn'));
    withLanguages(['en-US@posix', 'en-GB'], () => expect(localeOf('en')).toBe('en-GB-u-nu-latn'));
    withLanguages(['en-US@posix'], () => expect(localeOf('en')).toBe('en-u-nu-latn'));
  });
});
