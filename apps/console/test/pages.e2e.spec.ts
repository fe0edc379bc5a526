import type { BrowserContext, Page, Route } from 'playwright-core';
import { eventually } from '@weir/testing';
import { mailSettings, type MailSink, startMailSink } from '@weir/testing/mail';
import { createWallet } from '@weir/wallet';
import { readCatalogue, type Translated } from '../scripts/catalogues.js';
import { groupsOf } from '../src/format/identifiers.js';
import { LANGUAGES } from '../src/language/languages.js';
import { pseudo } from '../src/language/pseudo.js';
import { WITH_WALLET_CONNECT } from './scenarios/wallet-connect.js';
import { CONNECTED } from './support/by-clicking.js';
import { startFixture, type Fixture } from './support/fixture.js';
import { headlessOn, watchHeadings } from './support/headings.js';
import { forgetLayoutShift, layoutShiftOf, watchLayoutShift } from './support/layout-shift.js';
import { ALL_WIDTHS, CHECKS_ALL, isTooWide, nextFrames, photograph, resize, sizeOf } from './support/look.js';
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
import { type PriceSource, startPriceSource, withLatePrice } from './support/price-source.js';
import {
  manyRecordsOf,
  NAMES,
  recordsOf,
  type RecordsOfWallet,
  storeWallet,
  walletOfKey,
} from './support/records-of-wallet.js';
import {
  brokenOn,
  cutOffOn,
  inEnglishOn,
  misplacedSignsOn,
  secondWordsOn,
  unalignedOn,
  untranslatedOn,
} from './support/words.js';

const MOST_SHIFT = 0.05;
const PHONE = 360;
/** How many records of each kind a wallet has that has many, and contacts. */
const MANY_RECORDS = 300;
/** The keys of a wallet with records, of one without, and of one with many. */
const [RICH, POOR, MANY] = ['44'.repeat(32), '45'.repeat(32), '46'.repeat(32)];

let fixture: Fixture;
let sink: MailSink;
let prices: PriceSource;
let records: RecordsOfWallet;
beforeAll(async () => {
  sink = await startMailSink();
  prices = await startPriceSource();
  fixture = await startFixture({ ...WITH_WALLET_CONNECT, ...mailSettings(sink), ...prices.settings });
  records = await recordsOf(fixture, walletOfKey(RICH));
});
afterEach(() => fixture.closeLeft());
afterAll(async () => {
  await fixture.stop();
  await sink.close();
  prices.close();
});

/** Stores a wallet in a browser, and a contact. */
const withWallet = async (context: BrowserContext, key: string): Promise<void> => {
  const others = Array.from({ length: MANY_RECORDS - 1 }, (_, index) => ({
    name: `${NAMES.people[index % NAMES.people.length] ?? ''} ${index}`,
    address: createWallet({ privateKey: `console contact ${index}` }).address,
  }));
  const contacts = [{ name: NAMES.contact, address: records.other.address }, ...(key === MANY ? others : [])];
  await storeWallet(context, key, key === POOR ? [] : contacts);
};

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

/** Finds what waits without a word: nothing in its card, or else on its page, says why. Words are between what waits and its place. */
const SILENT = `[...document.querySelectorAll('main [class*="spinner"], main [class*="skeleton"], main [class*="waiting"]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => {
    const around = one.closest('section, form, dl') ?? document.querySelector('main');
    return around.querySelector('[role="alert"] button') === null;
  })
  .map((one) => one.parentElement.outerHTML.slice(0, 160))`;

/** Finds placeholders with words: they go as soon as somebody types. */
const WORDY = `[...document.querySelectorAll('[placeholder]')].map((one) => one.placeholder).filter((text) => /\\p{L}/u.test(text))`;

/** How often nine seconds pass before what is silent counts: the client asks five times. */
const TURNS = 8;

const silentOn = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(SILENT);

/** Goes through pages, and returns what is wrong with them. */
const faultsOf = async (pages: readonly Shown[], tour: Tour): Promise<readonly string[]> => {
  const { key, theme, language, axe, isBrief = false } = tour;
  const one = await fixture.page({ theme, readsReviews: true, ...(language !== undefined && { language }) });
  const { page } = one;
  if (key !== undefined) await withWallet(page.context(), key);
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

const API = '**/api/**';
/** Asks for all of a page again, as when its reader comes back to it. */
const COME_BACK = `document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`;

/**
 * Opens each page of a wallet while the service does not answer, and returns what waits without a word, and how far pages move.
 *
 * @param answer what becomes of a request @param isRead whether the service goes away only once the page was read
 */
const faultsWithout = async (answer: (route: Route) => unknown, isRead = false): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const width of CHECKS_ALL ? ALL_WIDTHS : [PHONE]) {
    const one = await fixture.page({ readsReviews: true, width });
    const { page } = one;
    await withWallet(page.context(), RICH);
    await watchLayoutShift(page);
    await page.clock.install();
    if (!isRead) await page.route(API, answer);
    for (const { path } of Object.values(pagesWith(records)).flat()) {
      await one.load(path);
      await page.locator('main h1').first().waitFor();
      if (isRead) {
        await one.settled();
        await forgetLayoutShift(page);
        await page.route(API, answer);
      }
      // What a page waits for is on show a moment after its heading is, and fails after it was asked for several times.
      for (let turn = 0; turn < TURNS; turn += 1) {
        await page.clock.fastForward(9_000);
        if (isRead) await page.evaluate(COME_BACK);
        await nextFrames(page);
      }
      faults.push(...(await silentOn(page)).map((place) => `${path} ${width}: waits without a word: ${place}`));
      const { sum, moved } = await layoutShiftOf(page);
      if (sum > MOST_SHIFT) faults.push(`${path} ${width}: moves by ${sum}: ${moved.join('; ')}`);
      if (isRead) await page.unroute(API);
      await photograph(page, `without-service${path.replaceAll(/\W+/g, '-')}-${width}`);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await one.close();
  }
  return faults;
};

/** What says that something failed, and offers to ask again. */
const FAILURES = 'main [role="alert"]:has(button)';
/** Longer than the longest pause before a page asks again by itself, milliseconds, and how often it passes. */
const LONGEST_PAUSE = 160_000;
const PAUSES = 3;

/** Opens each page while the service is away, and returns those whose messages change while it is, or stay once it is back. */
const faultsOnceBack = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const one = await fixture.page({ readsReviews: true, width: PHONE });
  const { page } = one;
  await withWallet(page.context(), RICH);
  await watchLayoutShift(page);
  await page.clock.install();
  const failures = page.locator(FAILURES);
  for (const { path, text } of Object.values(pagesWith(records)).flat()) {
    await page.route(API, (route) => route.abort());
    await one.load(path);
    await page.locator('main h1').first().waitFor();
    // Until all has failed that it asked for: each fails after some turns.
    let said: readonly string[] = [];
    for (let same = 0; same < TURNS;) {
      await page.clock.fastForward(9_000);
      await nextFrames(page);
      const now = await failures.allTextContents();
      same = now.join() === said.join() ? same + 1 : 0;
      said = now;
    }
    await forgetLayoutShift(page);
    // It asks again several times meanwhile, and says the same.
    for (let turn = 0; turn < PAUSES; turn += 1) {
      await page.clock.fastForward(LONGEST_PAUSE);
      await nextFrames(page);
      const now = await failures.allTextContents();
      if (now.join() !== said.join()) faults.push(`${path}: says ${now.join()} in the place of ${said.join()}`);
    }
    const { sum, moved } = await layoutShiftOf(page);
    if (sum > 0) faults.push(`${path}: moves by ${sum} while it asks: ${moved.join('; ')}`);
    await page.unroute(API);
    await page.clock.fastForward(LONGEST_PAUSE);
    await eventually(async () => expect([path, await failures.allTextContents()]).toEqual([path, []]));
    await one.settled();
    if (text !== undefined) await page.locator('main').getByText(text).first().waitFor();
    await photograph(page, `back-again${path.replaceAll(/\W+/g, '-')}`);
  }
  await one.close();
  return faults;
};

/** What a page asks for, but for the events that it follows. */
const askedBy = (route: Route): string => {
  const { pathname, search } = new URL(route.request().url());
  return pathname.endsWith('/events') ? '' : `${route.request().method()} ${pathname}${search}`;
};

/** Waits until a page has drawn all that it was answered. */
const drawn = async (page: Page, isAnswered: () => boolean): Promise<void> => {
  await page.locator('main h1').first().waitFor();
  await eventually(() => expect(isAnswered()).toBe(true));
  await nextFrames(page);
  // What came made it ask for more.
  await eventually(() => expect(isAnswered()).toBe(true));
  await nextFrames(page);
};

/**
 * Loads each page without one of its answers, has the service go away once all others were read, and returns how far pages move.
 * In a sample that is another answer for each page, and each of the answers for the page that needs most.
 */
const faultsWithoutOne = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const one = await fixture.page({ readsReviews: true, width: PHONE });
  const { page } = one;
  await withWallet(page.context(), RICH);
  await watchLayoutShift(page);
  await page.clock.install();
  for (const [index, { path }] of Object.values(pagesWith(records)).flat().entries()) {
    const asked = new Set<string>();
    let open = 0;
    const held: Route[] = [];
    let missing: string | undefined;
    let isGone = false;
    await page.route(API, async (route) => {
      const what = askedBy(route);
      if (isGone) return route.abort();
      if (what === '') return route.continue();
      asked.add(what);
      if (what === missing) return void held.push(route);
      open += 1;
      // A page may be left before it is answered.
      await route
        .fetch()
        .then((response) => route.fulfill({ response }))
        .catch(() => undefined);
      open -= 1;
      return undefined;
    });
    const load = async (): Promise<void> => {
      await one.load(path);
      await page.getByRole('button', { name: CONNECTED }).waitFor();
      await drawn(page, () => open === 0);
    };
    await load();
    const all = [...asked].sort();
    const isWhole = CHECKS_ALL || path.endsWith('/lost-key');
    for (const what of isWhole ? all : all.slice(index % all.length).slice(0, 1)) {
      missing = what;
      isGone = false;
      await load();
      // Names of plans, and what is below the screen, may be asked for only later.
      if (held.length === 0) continue;
      await forgetLayoutShift(page);
      isGone = true;
      await Promise.all(held.splice(0).map((route) => route.abort()));
      for (let turn = 0; turn < TURNS; turn += 1) {
        await page.clock.fastForward(9_000);
        await nextFrames(page);
      }
      const { sum, moved } = await layoutShiftOf(page);
      if (sum > MOST_SHIFT) faults.push(`${path} without ${what}: moves by ${sum}: ${moved.join('; ')}`);
      await photograph(page, `without-one${path.replaceAll(/\W+/g, '-')}-${all.indexOf(what)}`);
    }
    missing = undefined;
    await page.unroute(API);
  }
  await one.close();
  return faults;
};

describe('every page', () => {
  it('is one of those that are checked, belongs to its route, and has a heading while one follows the other', async () => {
    const one = await fixture.page();
    await withWallet(one.page.context(), RICH);
    await watchHeadings(one.page);
    await one.open('/new');
    await one.settled();
    const table = pagesWith(records);
    expect(Object.keys(table).sort()).toEqual([...(await routesOf(one))].sort());
    for (const [route, pages] of Object.entries(table))
      for (const { path } of pages) {
        await one.open(path);
        await eventually(async () => expect([path, await routeOn(one)]).toEqual([path, route]));
      }
    // A lock by the address of a stream, and what is not there.
    for (const path of [`/streams/${records.lock.id}`, '/streams/none', '/no/such/page']) {
      await one.open(path);
      await one.settled();
    }
    expect(await headlessOn(one.page)).toEqual([]);
    await one.close();
  });

  it('of a wallet with records has no fault, with its menus, dialogs and reviews, and all words from the catalogue', async () => {
    const pages = Object.values(pagesWith(records)).flat();
    // Texts of the pseudo language take more room than those of any other.
    expect(await faultsOf(pages, { key: RICH, theme: 'light', language: 'en-XA', axe: ['light', 'dark'] })).toEqual([]);
  });

  it('of a wallet with records is read from right to left in Arabic', async () => {
    const pages = Object.values(pagesWith(records)).flat();
    expect(await faultsOf(pages, { key: RICH, theme: 'dark', language: 'ar', axe: [], isBrief: true })).toEqual([]);
  });

  it('of a wallet with records has room for German, all of it translated, with one word for one thing', async () => {
    const pages = Object.values(pagesWith(records)).flat();
    expect(await faultsOf(pages, { key: RICH, theme: 'light', language: 'de', axe: [], isBrief: true })).toEqual([]);
  });

  it('of a wallet without records has no fault', async () => {
    expect(
      await faultsOf(EMPTY_PAGES, { key: POOR, theme: 'light', language: 'en-XA', axe: ['light'], isBrief: true }),
    ).toEqual([]);
  });

  it('of somebody without a wallet has no fault', async () => {
    const pages = pagesOfStrangers(records);
    expect(await faultsOf(pages, { theme: 'dark', language: 'en-XA', axe: ['light'], isBrief: true })).toEqual([]);
  });

  it('says within nine seconds why the service has not answered, offers to ask again, and stays where it is', async () =>
    expect(await faultsWithout(() => undefined)).toEqual([]));

  it('says that the service cannot be reached, and stays where it is', async () =>
    expect(await faultsWithout((route) => route.abort())).toEqual([]));

  it('that could not be reached says so until the service is back, and is there then by itself', async () =>
    expect(await faultsOnceBack()).toEqual([]));

  it('that was read stays where it is when the service goes away', async () =>
    expect(await faultsWithout((route) => route.abort(), true)).toEqual([]));

  it('without one of its answers stays where it is when the service goes away', async () =>
    expect(await faultsWithoutOne()).toEqual([]));

  (CHECKS_ALL ? it : it.skip)(
    'stays where it is while it loads, with records, without and without a wallet',
    async () => {
      const pages = Object.values(pagesWith(records)).flat();
      expect(await faultsOf(pages, { key: RICH, theme: 'light', axe: ['light', 'dark'] })).toEqual([]);
      expect(await faultsOf(EMPTY_PAGES, { key: POOR, theme: 'dark', axe: ['dark'] })).toEqual([]);
      expect(await faultsOf(pagesOfStrangers(records), { theme: 'light', axe: ['dark'] })).toEqual([]);
    },
  );

  (CHECKS_ALL ? it : it.skip)('has room for three hundred records of each kind', async () => {
    const vault = await manyRecordsOf(fixture, walletOfKey(MANY), MANY_RECORDS);
    const pages = [...PAGES_OF_LISTS, { path: `/vaults/${vault.id}` }];
    expect(await faultsOf(pages, { key: MANY, theme: 'light', language: 'en-XA', axe: ['light'] })).toEqual([]);
    expect(await faultsOf(pages, { key: MANY, theme: 'dark', axe: ['dark'] })).toEqual([]);
  });
});
