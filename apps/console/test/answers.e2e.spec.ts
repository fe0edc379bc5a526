import type { Page, Route } from 'playwright-core';
import { eventually } from '@weir/testing';
import { type AllPages, MOST_SHIFT, PHONE, RICH, startAllPages } from './support/all-pages.js';
import { CONNECTED } from './support/by-clicking.js';
import { forgetLayoutShift, layoutShiftOf, watchLayoutShift } from './support/layout-shift.js';
import { ALL_WIDTHS, CHECKS_ALL, nextFrames, photograph } from './support/look.js';

let site: AllPages;
beforeAll(async () => {
  site = await startAllPages();
});
afterEach(() => site.fixture.closeLeft());
afterAll(() => site.stop());

/** Finds what waits without a word: nothing in its card, or else on its page, says why. Words are between what waits and its place. */
const SILENT = `[...document.querySelectorAll('main [class*="spinner"], main [class*="skeleton"], main [class*="waiting"]')]
  .filter((one) => one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => {
    const around = one.closest('section, form, dl') ?? document.querySelector('main');
    return around.querySelector('[role="alert"] button') === null;
  })
  .map((one) => one.parentElement.outerHTML.slice(0, 160))`;

/** How often nine seconds pass at least before what is silent counts: the client asks five times. */
const TURNS = 8;
/** How often they pass at most: parts of a page are loaded in real time, which a busy machine takes. */
const MOST_TURNS = 120;

const silentOn = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(SILENT);

/** What says that something failed, and offers to ask again. */
const FAILURES = 'main [role="alert"]:has(button)';

const API = '**/api/**';
/** Asks for all of a page again, as when its reader comes back to it. */
const COME_BACK = `document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`;

/** Opens a browser of the wallet with records, with a clock of its own, and measures its layout shift. @param width of its screen */
const openOf = async (width: number) => {
  const one = await site.fixture.page({ readsReviews: true, width });
  await site.withWallet(one.page.context(), RICH);
  await watchLayoutShift(one.page);
  await one.page.clock.install();
  return one;
};

/**
 * Lets time pass until a page says of all that it waits for why it does not come, and goes on saying the same.
 *
 * @param between what happens each nine seconds @returns what it says
 */
const failuresOf = async (page: Page, between: () => Promise<unknown> = () => Promise.resolve()) => {
  const failures = page.locator(FAILURES);
  let said: readonly string[] = [];
  let same = 0;
  for (let turn = 0; same < TURNS && turn < MOST_TURNS; turn += 1) {
    await page.clock.fastForward(9_000);
    await between();
    await nextFrames(page);
    const now = await failures.allTextContents();
    const isSilent = (await silentOn(page)).length > 0;
    same = isSilent || now.join() !== said.join() ? 0 : same + 1;
    said = now;
  }
  return said;
};

/**
 * Opens each page of a wallet while the service does not answer, and returns what waits without a word, and how far pages move.
 *
 * @param answer what becomes of a request @param isRead whether the service goes away only once the page was read
 */
const faultsWithout = async (answer: (route: Route) => unknown, isRead = false): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const width of CHECKS_ALL ? ALL_WIDTHS : [PHONE]) {
    const one = await openOf(width);
    const { page } = one;
    if (!isRead) await page.route(API, answer);
    for (const { path } of site.pages) {
      await one.load(path);
      await page.locator('main h1').first().waitFor();
      if (isRead) {
        await one.settled();
        await forgetLayoutShift(page);
        await page.route(API, answer);
      }
      await failuresOf(page, isRead ? () => page.evaluate(COME_BACK) : undefined);
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

/** Longer than the longest pause before a page asks again by itself, milliseconds, and how often it passes. */
const LONGEST_PAUSE = 160_000;
const PAUSES = 3;

/** Opens each page while the service is away, and returns those whose messages change while it is, or stay once it is back. */
const faultsOnceBack = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const one = await openOf(PHONE);
  const { page } = one;
  const failures = page.locator(FAILURES);
  for (const { path, text } of site.pages) {
    await page.route(API, (route) => route.abort());
    await one.load(path);
    await page.locator('main h1').first().waitFor();
    const said = await failuresOf(page);
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

/** Pages of which each answer is tried, in a sample too: they need most, or have parts that are there only for some wallets. */
const IN_FULL = ['/home', '/vaults', '/lost-key'];

/**
 * Loads each page without one of its answers, and returns how far pages move by what becomes of it once all others were read: it comes
 * late, or the service goes away. In a sample that is another answer for each page, and each of the answers for those of `IN_FULL`.
 */
const faultsWithoutOne = async (becomes: 'late' | 'gone'): Promise<readonly string[]> => {
  const faults: string[] = [];
  const one = await openOf(PHONE);
  const { page } = one;
  for (const [index, { path }] of site.pages.entries()) {
    const asked = new Set<string>();
    let open = 0;
    const held: Route[] = [];
    let missing: string | undefined;
    let isGone = false;
    const answer = async (route: Route): Promise<void> => {
      open += 1;
      // A page may be left before it is answered.
      await route
        .fetch()
        .then((response) => route.fulfill({ response }))
        .catch(() => undefined);
      open -= 1;
    };
    await page.route(API, (route) => {
      const what = askedBy(route);
      if (isGone) return route.abort();
      if (what === '') return route.continue();
      asked.add(what);
      return what === missing ? void held.push(route) : answer(route);
    });
    const load = async (): Promise<void> => {
      await one.load(path);
      await page.getByRole('button', { name: CONNECTED }).waitFor();
      await drawn(page, () => open === 0);
    };
    await load();
    const all = [...asked].sort();
    const isWhole = CHECKS_ALL || IN_FULL.some((end) => path.endsWith(end));
    for (const what of isWhole ? all : all.slice(index % all.length).slice(0, 1)) {
      missing = what;
      isGone = false;
      await load();
      // Names of plans, and what is below the screen, may be asked for only later.
      if (held.length === 0) continue;
      await forgetLayoutShift(page);
      if (becomes === 'late') {
        missing = undefined;
        await Promise.all(held.splice(0).map(answer));
        await drawn(page, () => open === 0);
      } else {
        isGone = true;
        await Promise.all(held.splice(0).map((route) => route.abort()));
        for (let turn = 0; turn < TURNS; turn += 1) {
          await page.clock.fastForward(9_000);
          await nextFrames(page);
        }
      }
      const { sum, moved } = await layoutShiftOf(page);
      if (sum > MOST_SHIFT) faults.push(`${path}, ${what} is ${becomes}: moves by ${sum}: ${moved.join('; ')}`);
      await photograph(page, `${becomes}${path.replaceAll(/\W+/g, '-')}-${all.indexOf(what)}`);
    }
    missing = undefined;
    await page.unroute(API);
  }
  await one.close();
  return faults;
};

describe('every page', () => {
  it('says within nine seconds why the service has not answered, offers to ask again, and stays where it is', async () =>
    expect(await faultsWithout(() => undefined)).toEqual([]));

  it('says that the service cannot be reached, and stays where it is', async () =>
    expect(await faultsWithout((route) => route.abort())).toEqual([]));

  it('that could not be reached says so until the service is back, and is there then by itself', async () =>
    expect(await faultsOnceBack()).toEqual([]));

  it('that was read stays where it is when the service goes away', async () =>
    expect(await faultsWithout((route) => route.abort(), true)).toEqual([]));

  it('without one of its answers stays where it is when the service goes away', async () =>
    expect(await faultsWithoutOne('gone')).toEqual([]));

  it('stays where it is when one of its answers comes after all others', async () =>
    expect(await faultsWithoutOne('late')).toEqual([]));
});
