import type { Page } from 'playwright-core';
import { CONNECTED, createClaimer } from './support/by-clicking.js';
import { startFixture, type Fixture } from './support/fixture.js';
import { isTooWide, nextFrames, photograph, resize } from './support/look.js';
import { pagesWith } from './support/pages-table.js';
import { NAMES, recordsOf, type RecordsOfWallet, storeWallet, walletOfKey } from './support/records-of-wallet.js';
import { brokenOn } from './support/words.js';

const KEY = '47'.repeat(32);
const PHONE = 390;

let fixture: Fixture;
let records: RecordsOfWallet;
beforeAll(async () => {
  fixture = await startFixture();
  records = await recordsOf(fixture, walletOfKey(KEY));
});
afterEach(() => fixture.closeLeft());
afterAll(() => fixture.stop());

/** What distinguishes the squares of a chart's legend, where its colours do not. The first series is the time. */
const MARKERS = `[...document.querySelectorAll('.u-legend .u-series:not(:first-child) .u-marker')]
  .filter((marker) => marker.checkVisibility())
  .map((marker) => {
    const { borderRadius, rotate, borderTopColor, backgroundColor } = getComputedStyle(marker);
    return { shape: borderRadius + ' ' + rotate, colour: borderTopColor + ' ' + backgroundColor };
  })`;

const markersOn = (page: Page) => page.evaluate<readonly { shape: string; colour: string }[]>(MARKERS);

/** The innermost elements that reach beyond the screen. */
const WIDEST = `[...document.querySelectorAll('main *')]
  .filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5 || element.getBoundingClientRect().left < -0.5)
  .filter((element, _, all) => !all.some((other) => other !== element && element.contains(other)))
  .map((element) => element.outerHTML.slice(0, 160)).join()`;

const widestOn = (page: Page): Promise<string> => page.evaluate<string>(WIDEST);

const pages = () => Object.values(pagesWith(records)).flat();

describe('a browser with settings of its own', () => {
  it('shows each page at 390 px with doubled text, without a word broken or a page too wide', async () => {
    const one = await fixture.page({ width: PHONE });
    await storeWallet(one.page.context(), KEY, [{ name: NAMES.contact, address: records.other.address }]);
    await one.page.context().addInitScript(`addEventListener('DOMContentLoaded', () => {
      document.documentElement.style.fontSize = '200%';
    })`);
    await resize(one.page, PHONE);
    const faults: string[] = [];
    for (const { path, text } of pages()) {
      await one.load(path);
      await one.settled();
      if (text !== undefined) await one.page.locator('main').getByText(text).first().waitFor();
      await nextFrames(one.page);
      if (await isTooWide(one.page)) faults.push(`${path}: wider than its screen: ${await widestOn(one.page)}`);
      // The number of a record may take two lines here: it has a place to break.
      const words = (await brokenOn(one.page)).filter((word) => !word.startsWith('<bdi'));
      faults.push(...words.map((word) => `${path}: broken: ${word}`));
      await photograph(one.page, `doubled${path.replaceAll(/\W+/g, '-')}`);
    }
    expect(faults).toEqual([]);
  });

  it('distinguishes the series of a chart by their shapes where the system forces its colours', async () => {
    const one = await fixture.page();
    await storeWallet(one.page.context(), KEY);
    await one.page.emulateMedia({ forcedColors: 'active' });
    await one.load(`/streams/${records.received.id}`);
    await one.page.locator('.u-legend .u-series:not(:first-child) .u-marker').first().waitFor();
    const markers = await markersOn(one.page);
    expect(markers.length).toBeGreaterThan(1);
    expect(new Set(markers.map(({ shape }) => shape)).size).toBe(markers.length);
    expect(new Set(markers.map(({ colour }) => colour)).size).toBe(markers.length);
  });

  it('prints what a record says, and no buttons', async () => {
    const one = await fixture.page();
    await storeWallet(one.page.context(), KEY);
    const left: string[] = [];
    for (const path of [
      `/payments/${records.payment.id}`,
      `/streams/${records.stream.id}`,
      `/plans/${records.plan.id}`,
    ]) {
      await one.page.emulateMedia({ media: 'screen' });
      await one.load(path);
      await one.page.getByRole('button', { name: CONNECTED }).waitFor();
      await one.settled();
      const buttons = one.page.locator('main').getByRole('button').filter({ visible: true });
      expect(await buttons.count()).toBeGreaterThan(0);
      await one.page.emulateMedia({ media: 'print' });
      // A value that can be copied is printed as what it is.
      const texts = (await buttons.allTextContents()).filter((text) => !text.includes(', copy the '));
      left.push(...texts.map((text) => `${path}: ${text}`));
      expect(await one.page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
    }
    expect(left).toEqual([]);
  });

  it('prints a record over the whole width of a sheet, upright and in landscape', async () => {
    // Of the dark theme, whose colours nobody reads on paper.
    const one = await fixture.page({ width: 1_440, theme: 'dark' });
    await storeWallet(one.page.context(), KEY);
    await one.load(`/payments/${records.payment.id}`);
    await one.page.getByRole('button', { name: CONNECTED }).waitFor();
    await one.settled();
    for (const landscape of [false, true]) {
      const pdf = (await one.page.pdf({ format: 'A4', landscape })).toString('latin1');
      expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(4);
    }
    const surface = (): Promise<string> =>
      one.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--surface').trim()");
    expect(await surface()).toBe('#0f212b');
    await one.page.emulateMedia({ media: 'print' });
    expect(await surface()).toBe('#fffdf9');
    // The sheets of A4, without margins, in pixels of 96 to an inch.
    for (const width of [794, 1_123]) {
      await one.page.setViewportSize({ width, height: 794 });
      const box = await one.page.locator('main').boundingBox();
      expect(box?.width).toBeGreaterThan(width - 20);
    }
  });

  it('disconnects the wallet in all tabs at once', async () => {
    const one = await createClaimer(fixture, { width: 1_280 });
    const other = await one.page.context().newPage();
    await other.goto(one.page.url());
    await other.getByRole('button', { name: CONNECTED }).click();
    await other.getByRole('button', { name: 'Disconnect' }).click();
    await one.page.getByRole('button', { name: 'Connect wallet' }).waitFor();
    await other.getByRole('button', { name: 'Close' }).click();
    await other.getByRole('button', { name: 'Connect wallet' }).waitFor();
  });

  it('keeps what is typed in one tab out of another', async () => {
    const one = await createClaimer(fixture, { width: 1_280 });
    await one.open('/streams/new');
    const other = await one.page.context().newPage();
    await other.goto(one.page.url());
    await one.page.getByLabel('Amount', { exact: true }).fill('0.11');
    await other.getByLabel('Amount', { exact: true }).fill('0.22');
    await one.page.reload();
    await one.page.getByRole('button', { name: CONNECTED }).waitFor();
    expect(await one.page.getByLabel('Amount', { exact: true }).inputValue()).toBe('0.11');
  });

  it('says in the field of a day that any day is meant, and shows no day', async () => {
    const one = await fixture.page({ width: 1_280 });
    await one.load('/explore');
    await one.settled();
    const day = one.page.locator('input[type="date"]').first();
    const colour = () =>
      one.page.evaluate<string>(`getComputedStyle(document.querySelector('input[type="date"]')).color`);
    expect(await colour()).toBe('rgba(0, 0, 0, 0)');
    await day.fill('2026-01-31');
    await day.blur();
    expect(await colour()).not.toBe('rgba(0, 0, 0, 0)');
  });
});
