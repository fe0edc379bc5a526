import type { BrowserContext, Page } from 'playwright-core';

/** Waits in the page through the debugger, to which the page's policy against evaluation does not apply. */
const told = async (page: Page, name: 'firstRows' | 'refiltered'): Promise<number> =>
  Number(
    await page.evaluate(`new Promise((resolve) => {
      const look = () => (globalThis.${name} === undefined ? requestAnimationFrame(look) : resolve(globalThis.${name}));
      look();
    })`),
  );

/** Records in the page when its first rows were painted: milliseconds since the start of the navigation. */
const WATCH_FIRST_ROWS = `
  const look = () => {
    if (document.querySelector('[role=listitem] a') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => { globalThis.firstRows = performance.now(); });
  };
  look();
`;

/** Returns the milliseconds until rows are readable in a browser with an empty cache. */
export const firstPage = async (context: BrowserContext, url: string): Promise<number> => {
  const page = await context.newPage();
  await page.addInitScript(WATCH_FIRST_ROWS);
  await page.goto(url);
  return told(page, 'firstRows');
};

/** Records when a status was chosen and when all rows in view were painted with it. */
const watchFilter = (word: string): string => `
  globalThis.refiltered = undefined;
  document.addEventListener('change', () => {
    const begun = performance.now();
    const look = () => {
      const rows = [...document.querySelectorAll('[role=listitem]')];
      const isThere = rows.length > 0 && rows.slice(0, 8).every((row) => row.textContent.includes('${word}'));
      if (isThere) requestAnimationFrame(() => { globalThis.refiltered = performance.now() - begun; });
      else requestAnimationFrame(look);
    };
    look();
  }, { capture: true, once: true });
`;

/** Chooses a status. @param word its text in rows @returns milliseconds until all rows in view have it */
export const refilter = async (page: Page, status: string, word: string): Promise<number> => {
  await page.evaluate(watchFilter(word));
  await page.getByLabel('Status').selectOption(status);
  return told(page, 'refiltered');
};

export interface Scrolled {
  /** Durations of frames, milliseconds. */
  readonly frames: readonly number[];
  /** Uninterrupted work of the page of more than 50 ms. */
  readonly longTasks: readonly number[];
  /** Number of rows scrolled through. */
  readonly rows: number;
  /** Rows in the document at the end. */
  readonly listed: number;
}

/** Height of a row on a desktop, pixels. */
const ROW = 60;
/** Four rows a frame: faster than anybody reads. */
const STEP = 4 * ROW;

/** Time limit, milliseconds: missing rows end the run. */
const LONGEST_MS = 180_000;

const scroll = (rows: number): string => `new Promise((resolve) => {
  const [frames, longTasks] = [[], []];
  const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  const begun = performance.now();
  let before = begun;
  const step = (now) => {
    frames.push(now - before);
    before = now;
    if (scrollY >= ${rows * ROW} || now - begun > ${LONGEST_MS}) {
      observer.disconnect();
      const listed = document.querySelectorAll('[role=listitem]').length;
      resolve({ frames: frames.slice(1), longTasks, listed, rows: Math.floor(scrollY / ${ROW}) });
      return;
    }
    scrollBy(0, ${STEP});
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/** Scrolls through rows as fast as frames come; further rows are loaded on the way. */
export const scrollThrough = (page: Page, rows: number): Promise<Scrolled> => page.evaluate<Scrolled>(scroll(rows));
