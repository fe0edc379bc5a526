import type { BrowserContext } from 'playwright-core';
import { eventually } from '@weir/testing';
import { mailSettings, type MailSink, startMailSink } from '@weir/testing/mail';
import { groupsOf } from '../src/format/identifiers.js';
import { LANGUAGES } from '../src/language/languages.js';
import { pseudo } from '../src/language/pseudo.js';
import { WITH_WALLET_CONNECT } from './scenarios/wallet-connect.js';
import { CONNECTED } from './support/by-clicking.js';
import { startFixture, type Fixture } from './support/fixture.js';
import { layoutShiftOf, watchLayoutShift } from './support/layout-shift.js';
import { ALL_WIDTHS, CHECKS_ALL, isTooWide, photograph, resize } from './support/look.js';
import type { Theme } from './support/page.js';
import {
  EMPTY_PAGES,
  pagesOfStrangers,
  pagesWith,
  POPUP,
  routeOn,
  routesOf,
  type Say,
  type Shown,
} from './support/pages-table.js';
import { NAMES, recordsOf, type RecordsOfWallet, walletOfKey } from './support/records-of-wallet.js';
import { cutOffOn, inEnglishOn, untranslatedOn } from './support/words.js';

const MOST_SHIFT = 0.05;
const PHONE = 360;
const DESK = 1_440;
/** The key of the wallet with records, and that of one without. */
const [RICH, POOR] = ['44'.repeat(32), '45'.repeat(32)];

let fixture: Fixture;
let sink: MailSink;
let records: RecordsOfWallet;
beforeAll(async () => {
  sink = await startMailSink();
  fixture = await startFixture({ ...WITH_WALLET_CONNECT, ...mailSettings(sink) });
  records = await recordsOf(fixture, walletOfKey(RICH));
});
afterEach(() => fixture.closeLeft());
afterAll(async () => {
  await fixture.stop();
  await sink.close();
});

/** Stores a wallet in a browser, and a contact. */
const withWallet = async (context: BrowserContext, key: string): Promise<void> => {
  const contacts = key === RICH ? [{ name: NAMES.contact, address: records.other.address }] : [];
  const stored = {
    'weir:local-key': key,
    'weir:session': JSON.stringify({ connector: 'local' }),
    'weir:contacts': JSON.stringify(contacts),
  };
  for (const [name, value] of Object.entries(stored))
    await context.addInitScript(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`);
};

/** How pages are looked at. */
interface Tour {
  readonly key?: string;
  readonly theme: Theme;
  readonly language?: 'en-XA' | 'ar';
  /** The width at which each page is loaded. */
  readonly width: number;
  /** At how many widths each page is measured, others each time: 1, 2, 3 or 6. */
  readonly widths: number;
  /** At how many of these axe runs. */
  readonly axe: number;
}

const SAYS: Readonly<Record<string, Say>> = { en: String, 'en-XA': pseudo };
/** Texts of records, of the template for lists, and of wallets. */
const DATA = [
  ...[...Object.values(NAMES).flat(), ...Object.values(LANGUAGES)],
  ...['Name,Address,Amount', 'Ada,bitcoincash', ...[RICH, POOR].map((key) => groupsOf(walletOfKey(key).address))],
];

/** Goes through pages, and returns what is wrong with them. */
const faultsOf = async (pages: readonly Shown[], tour: Tour): Promise<readonly string[]> => {
  const { key, theme, language, width } = tour;
  const one = await fixture.page({ width, theme, readsReviews: true, ...(language !== undefined && { language }) });
  const { page } = one;
  if (key !== undefined) await withWallet(page.context(), key);
  await watchLayoutShift(page);
  const say = SAYS[language ?? 'en'];
  const faults: string[] = [];
  let looked = 0;

  const look = async (name: string, all: readonly number[]): Promise<void> => {
    looked += 1;
    const step = CHECKS_ALL ? 1 : Math.max(1, Math.floor(all.length / tour.widths));
    const measured = all.filter((_, index) => (index + looked) % step === 0);
    const audits = CHECKS_ALL ? measured.length : tour.axe;
    for (const [index, at] of measured.entries()) {
      await resize(page, at);
      const found = [
        ...(await cutOffOn(page)).map((element) => `cut off: ${element}`),
        ...((await isTooWide(page)) ? ['wider than its screen'] : []),
        ...((index + looked) % measured.length < audits ? await one.violations([theme]) : []),
      ];
      faults.push(...found.map((fault) => `${name} ${at}: ${fault}`));
      await photograph(page, `${name.replaceAll(/\W+/g, '-')}-${at}-${language ?? theme}`);
    }
    const words = language === 'en-XA' ? await untranslatedOn(page, DATA) : [];
    const english = language === 'ar' ? await inEnglishOn(page, language) : [];
    faults.push(...[...words, ...english].map((text) => `${name}: not translated: ${text}`));
  };

  for (const { path, text, opens = [] } of pages) {
    await page.setViewportSize({ width, height: width === PHONE ? 740 : 900 });
    await one.load(path);
    if (key !== undefined) await page.getByRole('button', { name: CONNECTED }).waitFor();
    await one.settled();
    if (text !== undefined) await page.locator('main').getByText(text).first().waitFor();
    const { sum, moved } = await layoutShiftOf(page);
    if (sum > MOST_SHIFT) faults.push(`${path} ${width}: moves by ${sum}: ${moved.join('; ')}`);
    await look(path, ALL_WIDTHS);
    for (const { name, open, isOfPhones = false } of opens) {
      if (say === undefined) break;
      if (isOfPhones) await resize(page, PHONE);
      await open(page, say);
      await look(`${path} ${name}`, isOfPhones ? [320, PHONE] : ALL_WIDTHS);
      await page.keyboard.press('Escape');
      await page.locator(POPUP).first().waitFor({ state: 'detached' });
    }
  }
  // Browsers report the expected answers about records that are not there.
  faults.push(...one.complaints.filter((complaint) => !complaint.includes('status of 404')));
  await one.close();
  return [...new Set(faults)];
};

describe('every page', () => {
  it('is one of those that are checked, and belongs to its route', async () => {
    const one = await fixture.page();
    await withWallet(one.page.context(), RICH);
    await one.open('/new');
    await one.settled();
    const table = pagesWith(records);
    expect(Object.keys(table).sort()).toEqual([...(await routesOf(one))].sort());
    for (const [route, pages] of Object.entries(table))
      for (const { path } of pages) {
        await one.open(path);
        await eventually(async () => expect([path, await routeOn(one)]).toEqual([path, route]));
      }
    await one.close();
  });

  it('of a wallet with records has no fault, with its menus and dialogs', async () => {
    const pages = Object.values(pagesWith(records)).flat();
    expect(await faultsOf(pages, { key: RICH, theme: 'light', width: PHONE, widths: 2, axe: 1 })).toEqual([]);
  });

  it('of a wallet with records has all its words from the catalogue, and room for longer ones, in the dark theme', async () => {
    const pages = Object.values(pagesWith(records)).flat();
    expect(
      await faultsOf(pages, { key: RICH, theme: 'dark', language: 'en-XA', width: DESK, widths: 2, axe: 1 }),
    ).toEqual([]);
  });

  it('of a wallet without records has no fault', async () => {
    expect(await faultsOf(EMPTY_PAGES, { key: POOR, theme: 'light', width: PHONE, widths: 1, axe: 1 })).toEqual([]);
    expect(
      await faultsOf(EMPTY_PAGES, { key: POOR, theme: 'dark', language: 'en-XA', width: DESK, widths: 1, axe: 0 }),
    ).toEqual([]);
  });

  it('of somebody without a wallet has no fault', async () => {
    const pages = pagesOfStrangers(records);
    expect(await faultsOf(pages, { theme: 'light', width: PHONE, widths: 1, axe: 1 })).toEqual([]);
    if (CHECKS_ALL)
      expect(await faultsOf(pages, { theme: 'dark', language: 'en-XA', width: DESK, widths: 6, axe: 0 })).toEqual([]);
  });

  it('is read from right to left in Arabic', async () => {
    const pages = Object.values(pagesWith(records)).flat();
    expect(
      await faultsOf(pages, { key: RICH, theme: 'light', language: 'ar', width: PHONE, widths: 1, axe: 0 }),
    ).toEqual([]);
  });
});
