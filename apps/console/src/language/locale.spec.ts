import { amountText, asTyped, exactText } from '../format/amount.js';
import { agoText, dayText, durationText, exactTimeText, timeText } from '../format/time.js';
import { priceText } from '../records/use-price.js';
import { timeLabels } from '../ui/chart-times.js';
import { type Language, languageOfBrowser, LANGUAGES } from './languages.js';
import { compareNames, localeOfLanguage, preferredTags, repairLanguages, tagOf, timeZone } from './locale.js';
import { numberText, plural, setLanguage } from './text.js';

/** What browsers and systems report, and what people set. */
const TAGS: readonly unknown[] = [
  ...['en-US@posix', 'C', 'POSIX', 'en_US', 'de_AT.UTF-8@euro', 'C.UTF-8', 'C.utf8', '', ' ', '-', 'x-klingon', '*'],
  ...[
    'en-US-u-fw-mon',
    'en-US-u-hc-h23-nu-arab',
    'en-x-u-private',
    'en-t-ja',
    'en-u-nu-none',
    'de-DE-1996',
    'i-klingon',
  ],
  ...['xx-YY-zz-qq', 'ar-EG-u-nu-arab', 'zh-Hant-TW', 'en-US,en;q=0.5', 'de-', 'a'.repeat(300), 'ünïcode', 'en\u0000'],
  ...[undefined, null, 7, {}],
];

/** Runs with a browser that has these languages. */
const withBrowser = <Result>(browser: object, run: () => Result): Result => {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', { value: browser, configurable: true });
  try {
    return run();
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
  }
};

/** Everything that the page writes by a locale. */
const writeAll = (): readonly string[] => [
  ...[timeText(1_796_000_000), dayText(1_796_000_000), exactTimeText(1_796_000_000), agoText(0, 90_000)],
  ...[durationText(86_400 * 31), amountText(123_456_789n, 'BCH'), exactText(1_234n, 'BCH'), asTyped('1.5')],
  ...[numberText(1_234_567.5), plural(2, { one: '{count} row', other: '{count} rows' })],
  ...timeLabels([1_796_000_000, 1_797_000_000], 86_400 * 3),
  ...[priceText(100_000_000n, { currency: 'USD', perBch: 400, at: 0 }), String(compareNames('a', 'b')), timeZone()],
];

describe('the locale of the page', () => {
  afterEach(() => setLanguage('en', () => undefined));

  it.each(TAGS.map((tag) => [tag]))(
    'writes everything in each language of the page where the browser has %j',
    (tag) => {
      for (const browser of [{ language: tag, languages: [tag] }, { language: tag }, { languages: [tag, 'de-CH'] }, {}])
        withBrowser(browser, () => {
          expect(languageOfBrowser()).toMatch(/^(?:en|de|es|zh|ar)$/);
          for (const language of Object.keys(LANGUAGES) as Language[]) {
            setLanguage(language, () => undefined);
            for (const text of writeAll()) expect(text).not.toBe('');
            expect(numberText(1_234_567)).toMatch(/^[\d.,’' \u00A0\u202F]+$/);
          }
        });
    },
  );

  it('has the region and the choices of the browser', () => {
    expect(localeOfLanguage('de', ['fr', 'de-AT', 'de'])).toBe('de-AT-u-nu-latn');
    expect(localeOfLanguage('en', ['en-US-u-fw-mon'])).toBe('en-US-u-fw-mon-nu-latn');
    expect(localeOfLanguage('en', ['de'])).toBe('en-u-nu-latn');
    expect(preferredTags({ languages: ['de_AT.UTF-8', 'C', ''], language: 'en-US@posix' })).toEqual(['de-AT', 'en-US']);
    expect(preferredTags({})).toEqual([]);
    expect(tagOf('x-klingon')).toBeUndefined();
  });

  it('writes a price in a currency that is none', () =>
    expect(priceText(50_000_000n, { currency: 'points', perBch: 3, at: 0 })).toBe('1.5 points'));
});

describe('repairLanguages', () => {
  it.each(TAGS.map((tag) => [tag]))('gives libraries a language that Intl knows where the browser has %j', (tag) => {
    const browser = { language: tag, languages: [tag] } as { language?: string; languages: string[] };
    repairLanguages(browser);
    // As uPlot does when it is loaded.
    expect(new Intl.NumberFormat(browser.language).format(1)).not.toBe('');
    for (const language of browser.languages) expect(new Intl.Locale(language).language).not.toBe('');
  });

  it('leaves languages that are sound', () => {
    const browser = { language: 'de-AT', languages: ['de-AT', 'en'] };
    repairLanguages(browser);
    expect(browser).toEqual({ language: 'de-AT', languages: ['de-AT', 'en'] });
  });
});
