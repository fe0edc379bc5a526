import { eventually } from '@weir/testing';
import { readCatalogue, type Translated } from '../scripts/catalogues.js';
import { groupsOf } from '../src/format/identifiers.js';
import { LANGUAGES } from '../src/language/languages.js';
import { pseudo } from '../src/language/pseudo.js';
import {
  type AllPages,
  MANY,
  MANY_RECORDS,
  MOST_SHIFT,
  PHONE,
  POOR,
  RICH,
  startAllPages,
} from './support/all-pages.js';
import { CONNECTED } from './support/by-clicking.js';
import { headlessOn, watchHeadings } from './support/headings.js';
import { layoutShiftOf, watchLayoutShift } from './support/layout-shift.js';
import { ALL_WIDTHS, CHECKS_ALL, isTooWide, photograph, resize, sizeOf } from './support/look.js';
import { themeOf, type Theme } from './support/page.js';
import {
  EMPTY_PAGES,
  PAGES_OF_LISTS,
  pagesOfStrangers,
  pagesWith,
  POPUP,
  routeOn,
  routesOf,
  type Say,
  type Shown,
} from './support/pages-table.js';
import { withLatePrice } from './support/price-source.js';
import { manyRecordsOf, NAMES, walletOfKey } from './support/records-of-wallet.js';
import {
  brokenOn,
  cutOffOn,
  inEnglishOn,
  misplacedSignsOn,
  secondWordsOn,
  unalignedOn,
  untranslatedOn,
} from './support/words.js';

let site: AllPages;
beforeAll(async () => {
  site = await startAllPages();
});
afterEach(() => site.fixture.closeLeft());
afterAll(() => site.stop());

/** How pages are looked at. */
interface Tour {
  readonly key?: string;
  readonly theme: Theme;
  readonly language?: 'en-XA' | 'ar' | 'de';
  /** The themes in which axe runs, once a page and once a dialog; at each width where all are checked. */
  readonly axe: readonly Theme[];
  /** Whether each page is measured at one width rather than two. */
  readonly isBrief?: boolean;
}

const sayIn = (language: Translated): Say => {
  const catalogue = readCatalogue(language);
  return (text) => {
    const said = catalogue[text];
    return typeof said === 'string' ? said : text;
  };
};
const SAYS: Readonly<Record<string, Say>> = { en: String, 'en-XA': pseudo, ar: sayIn('ar'), de: sayIn('de') };
/** Texts of records, of the template for lists, and of wallets. */
const DATA = [
  ...[...Object.values(NAMES).flat(), ...Object.values(LANGUAGES)],
  ...['Name,Address,Amount', 'Ada,bitcoincash', ...[RICH, POOR, MANY].map((key) => groupsOf(walletOfKey(key).address))],
];

/**
 * Returns the width at which a page is loaded, and those at which it is measured as well: in a sample a phone's and a desktop's,
 * which are others for the next page.
 */
const widthsOf = (index: number, isBrief: boolean): readonly number[] => {
  const turn = index % ALL_WIDTHS.length;
  const turned = [...ALL_WIDTHS.slice(turn), ...ALL_WIDTHS.slice(0, turn)];
  if (CHECKS_ALL) return turned;
  return turned.filter((_, place) => place === 0 || (!isBrief && place === ALL_WIDTHS.length / 2));
};

/** Finds placeholders with words: they go as soon as somebody types. */
const WORDY = `[...document.querySelectorAll('[placeholder]')].map((one) => one.placeholder).filter((text) => /\\p{L}/u.test(text))`;

/** Goes through pages, and returns what is wrong with them. */
const faultsOf = async (pages: readonly Shown[], tour: Tour): Promise<readonly string[]> => {
  const { key, theme, language, axe, isBrief = false } = tour;
  const one = await site.fixture.page({ theme, readsReviews: true, ...(language !== undefined && { language }) });
  const { page } = one;
  if (key !== undefined) await site.withWallet(page.context(), key);
  await watchLayoutShift(page);
  await watchHeadings(page);
  const say = SAYS[language ?? 'en'] ?? String;
  const faults = new Set<string>();

  /** Measures what is on show, at a width that it has already. */
  const look = async (name: string, at: number, audits: readonly Theme[], within?: string): Promise<void> => {
    const found = [
      ...(await cutOffOn(page)).map((element) => `cut off: ${element}`),
      ...((await isTooWide(page)) ? ['wider than its screen'] : []),
      ...(language === 'en-XA' ? [] : await brokenOn(page)).map((element) => `broken: ${element}`),
      ...(await unalignedOn(page)).map((list) => `its columns differ from row to row: ${list}`),
      ...(await page.evaluate<readonly string[]>(WORDY)).map((text) => `only its placeholder says: ${text}`),
      ...(await misplacedSignsOn(page)).map((amount) => `its sign is misplaced: ${amount}`),
      ...(audits.length > 0 ? await one.violations(audits, within) : []),
    ];
    for (const fault of found) faults.add(`${name} ${at}: ${fault}`);
    // A page that was seen in the other theme goes back to its own.
    if (audits.length > 0 && audits.at(-1) !== theme) await page.evaluate(themeOf(theme));
    await photograph(page, `${name.replaceAll(/\W+/g, '-')}-${at}-${language ?? theme}`);
  };
  const read = async (name: string): Promise<void> => {
    const words = language === 'en-XA' ? await untranslatedOn(page, DATA) : [];
    const english = language === 'ar' || language === 'de' ? await inEnglishOn(page, language) : [];
    for (const text of [...words, ...english]) faults.add(`${name}: not translated: ${text}`);
    for (const word of await secondWordsOn(page, language ?? 'en', DATA))
      faults.add(`${name}: a second word for one thing: ${word}`);
  };
  /** Loads a page, and measures how far it moves until all of it is there. */
  const load = async ({ path, text }: Shown, at: number): Promise<void> => {
    await page.setViewportSize(sizeOf(at));
    await withLatePrice(one, async () => {
      await one.load(path);
      if (key !== undefined) await page.getByRole('button', { name: CONNECTED }).waitFor();
      await one.settled();
      if (text !== undefined) await page.locator('main').getByText(text).first().waitFor();
    });
    const { sum, moved } = await layoutShiftOf(page);
    if (sum > MOST_SHIFT) faults.add(`${path} ${at}: moves by ${sum}: ${moved.join('; ')}`);
    for (const moment of await headlessOn(page)) faults.add(moment);
  };

  for (const [index, shown] of pages.entries()) {
    const { path, opens = [] } = shown;
    const widths = widthsOf(index, isBrief);
    for (const [turn, at] of widths.entries()) {
      // Pages move by what is loaded, which their language does not change.
      if (turn === 0 || (CHECKS_ALL && language === undefined)) await load(shown, at);
      else await resize(page, at);
      await look(path, at, turn === 0 || CHECKS_ALL ? axe : []);
    }
    await read(path);
    for (const { name, open, isOfPhones = false } of opens) {
      if (isOfPhones) await resize(page, PHONE);
      await open(page, say);
      const popup = (await page.locator(POPUP).count()) > 0 ? POPUP : 'main';
      const measured = isOfPhones ? [320, PHONE] : widths;
      for (const [turn, at] of measured.entries()) {
        await resize(page, at);
        await look(`${path} ${name}`, at, turn === 0 || CHECKS_ALL ? axe : [], popup);
      }
      await read(`${path} ${name}`);
      await page.keyboard.press('Escape');
      await page.locator(POPUP).first().waitFor({ state: 'detached' });
    }
  }
  // Browsers report the expected answers about records that are not there.
  for (const complaint of one.complaints) if (!complaint.includes('status of 404')) faults.add(complaint);
  await one.close();
  return [...faults];
};

/** The pages of a wallet with records are looked at in parts, so that each test ends soon on a busy machine, too. */
const PARTS = [1, 2, 3, 4];
const pagesOf = (part: number): readonly Shown[] => site.pages.filter((_, index) => index % PARTS.length === part - 1);

describe('every page', () => {
  it('is one of those that are checked, belongs to its route, and has a heading while one follows the other', async () => {
    const one = await site.fixture.page();
    await site.withWallet(one.page.context(), RICH);
    await watchHeadings(one.page);
    await one.open('/new');
    await one.settled();
    const table = pagesWith(site.records);
    expect(Object.keys(table).sort()).toEqual([...(await routesOf(one))].sort());
    for (const [route, pages] of Object.entries(table))
      for (const { path } of pages) {
        await one.open(path);
        await eventually(async () => expect([path, await routeOn(one)]).toEqual([path, route]));
      }
    // A lock by the address of a stream, and what is not there.
    for (const path of [`/streams/${site.records.lock.id}`, '/streams/none', '/no/such/page']) {
      await one.open(path);
      await one.settled();
    }
    expect(await headlessOn(one.page)).toEqual([]);
    await one.close();
  });

  it.each(PARTS)(
    'of a wallet with records has no fault, with its menus, dialogs and reviews, and all words from the catalogue: part %i',
    async (part) => {
      // Texts of the pseudo language take more room than those of any other.
      expect(
        await faultsOf(pagesOf(part), { key: RICH, theme: 'light', language: 'en-XA', axe: ['light', 'dark'] }),
      ).toEqual([]);
    },
  );

  it.each(PARTS)('of a wallet with records is read from right to left in Arabic: part %i', async (part) => {
    expect(await faultsOf(pagesOf(part), { key: RICH, theme: 'dark', language: 'ar', axe: [], isBrief: true })).toEqual(
      [],
    );
  });

  it.each(PARTS)(
    'of a wallet with records has room for German, all of it translated, with one word for one thing: part %i',
    async (part) => {
      expect(
        await faultsOf(pagesOf(part), { key: RICH, theme: 'light', language: 'de', axe: [], isBrief: true }),
      ).toEqual([]);
    },
  );

  it('of a wallet without records has no fault', async () => {
    expect(
      await faultsOf(EMPTY_PAGES, { key: POOR, theme: 'light', language: 'en-XA', axe: ['light'], isBrief: true }),
    ).toEqual([]);
  });

  it('of somebody without a wallet has no fault', async () => {
    const pages = pagesOfStrangers(site.records);
    expect(await faultsOf(pages, { theme: 'dark', language: 'en-XA', axe: ['light'], isBrief: true })).toEqual([]);
  });

  (CHECKS_ALL ? it : it.skip)(
    'stays where it is while it loads, with site.records, without and without a wallet',
    async () => {
      const pages = site.pages;
      expect(await faultsOf(pages, { key: RICH, theme: 'light', axe: ['light', 'dark'] })).toEqual([]);
      expect(await faultsOf(EMPTY_PAGES, { key: POOR, theme: 'dark', axe: ['dark'] })).toEqual([]);
      expect(await faultsOf(pagesOfStrangers(site.records), { theme: 'light', axe: ['dark'] })).toEqual([]);
    },
  );

  (CHECKS_ALL ? it : it.skip)('has room for three hundred records of each kind', async () => {
    const vault = await manyRecordsOf(site.fixture, walletOfKey(MANY), MANY_RECORDS);
    const pages = [...PAGES_OF_LISTS, { path: `/vaults/${vault.id}` }];
    expect(await faultsOf(pages, { key: MANY, theme: 'light', language: 'en-XA', axe: ['light'] })).toEqual([]);
    expect(await faultsOf(pages, { key: MANY, theme: 'dark', axe: ['dark'] })).toEqual([]);
  });
});
