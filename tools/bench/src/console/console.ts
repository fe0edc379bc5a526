import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { createDatabase } from '@weir/infra';
import { buildConsole, startStack } from '@weir/local';
import { launchBrowser } from '@weir/testing/browser';
import { median, percentile, printFigure } from '../harness/figures.js';
import { seedExplorer } from '../seed/explorer.js';

/** Waits in the page through the debugger, to which the page's policy against evaluation does not apply. */
const reportedTime = async (page: Page, name: 'firstRows' | 'refiltered'): Promise<number> =>
  Number(
    await page.evaluate(`new Promise((resolve) => {
      const look = () => (globalThis.${name} === undefined ? requestAnimationFrame(look) : resolve(globalThis.${name}));
      look();
    })`),
  );

/** Records in the page when its first rows were painted: milliseconds since the start of the navigation. */
const WATCH_FIRST_ROWS = `
  const look = () => {
    if (document.querySelector('main [role=listitem] a') === null) requestAnimationFrame(look);
    else requestAnimationFrame(() => { globalThis.firstRows = performance.now(); });
  };
  look();
`;

/** Returns the milliseconds until rows are readable in a browser with an empty cache. */
const firstPage = async (context: BrowserContext, url: string): Promise<number> => {
  const page = await context.newPage();
  await page.addInitScript(WATCH_FIRST_ROWS);
  await page.goto(url);
  return reportedTime(page, 'firstRows');
};

/** Records when a status was chosen and when all rows in view were painted with it. */
const watchFilter = (word: string): string => `
  globalThis.refiltered = undefined;
  document.addEventListener('change', () => {
    const begun = performance.now();
    const look = () => {
      const rows = [...document.querySelectorAll('main [role=listitem]')];
      const isThere = rows.length > 0 && rows.slice(0, 8).every((row) => row.textContent.includes('${word}'));
      if (isThere) requestAnimationFrame(() => { globalThis.refiltered = performance.now() - begun; });
      else requestAnimationFrame(look);
    };
    look();
  }, { capture: true, once: true });
`;

/** Chooses a status. @param word its text in rows @returns milliseconds until all rows in view have it */
const refilter = async (page: Page, status: string, word: string): Promise<number> => {
  await page.evaluate(watchFilter(word));
  await page.getByLabel('Status').selectOption(status);
  return reportedTime(page, 'refiltered');
};

interface Scrolled {
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
      const listed = document.querySelectorAll('main [role=listitem]').length;
      resolve({ frames: frames.slice(1), longTasks, listed, rows: Math.floor(scrollY / ${ROW}) });
      return;
    }
    scrollBy(0, ${STEP});
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})`;

/** Scrolls through rows as fast as frames come; further rows are loaded on the way. */
const scrollThrough = (page: Page, rows: number): Promise<Scrolled> => page.evaluate<Scrolled>(scroll(rows));

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time it took, microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];
const MICROSECONDS = 1_000;

const isTask = ({ name, ph }: TraceEvent): boolean =>
  ph === 'X' && (name === 'RunTask' || name === 'ThreadControllerImpl::RunTask');

/**
 * Returns the processor time of each task of a page's main thread, milliseconds: the page's own work, independent of
 * other load on the machine.
 */
const tasksDuring = async (browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> => {
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString('utf8')) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const mains = new Set(
    traceEvents
      .filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  return traceEvents
    .filter((event) => isTask(event) && mains.has(`${event.pid} ${event.tid}`))
    .flatMap(({ tdur }) => (tdur === undefined ? [] : [tdur / MICROSECONDS]));
};

const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10);
/** How often the page is opened to look at each of its tasks. */
const OPENED = 3;
/** Longest work of the page at a time, milliseconds. */
const LONGEST_TASK_MS = 50;
const SCROLLED_ROWS = Number(process.env['BENCH_SCROLL'] ?? 10_000);

/**
 * The console's explorer in a browser: the production build, served by the API, over BENCH_ROWS (default 1,000,000)
 * records of all products in real Postgres.
 */
export const measure = async (): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'weir-bench-console-'));
  const stack = await startStack({
    consoleDirectory: buildConsole(directory),
    logLevel: 'fatal',
    // The seeded records are not on a chain.
    apiSettings: { WATCHER: 'off' },
  });
  const database = createDatabase({ url: stack.databaseUrl, statementTimeoutMs: 0 });
  console.log(`Seeding ${rows.toLocaleString('en')} rows …`);
  await seedExplorer(database, rows);
  await database.destroy();

  const browser = await launchBrowser();
  const openContext = () => browser.newContext({ viewport: { width: 1_280, height: 900 }, locale: 'en-GB' });

  /** Prints times. @param limit goal of their p95, milliseconds @returns whether it is met */
  const judge = (what: string, times: readonly number[], limit: number): boolean => {
    const p95 = percentile(times, 95);
    printFigure(`${what}, p50`, median(times), 'ms');
    printFigure('the same, p95', p95, 'ms', `at most ${limit}`);
    return p95 <= limit;
  };
  const show = (what: string, times: readonly number[], goal: string): void =>
    console.log(
      `${what.padEnd(46)} p50 ${median(times).toFixed(0).padStart(5)} ms, most ${Math.max(...times)
        .toFixed(0)
        .padStart(5)} ms   (${goal})`,
    );
  /** Prints the longest of some tasks. @returns whether none is too long */
  const judgeTasks = (what: string, times: readonly number[]): boolean => {
    const longest = Math.max(...times);
    printFigure(`longest task, ${what}`, longest, 'ms', `at most ${LONGEST_TASK_MS}; processor time`);
    return longest <= LONGEST_TASK_MS;
  };

  const opened: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const context = await openContext();
    const time = await firstPage(context, `${stack.apiUrl}/explore`);
    if (round >= 0) opened.push(time);
    await context.close();
  }

  // What the page works at a time while it opens, until its charts are drawn.
  const opening: number[] = [];
  for (let round = 0; round < OPENED; round += 1) {
    const fresh = await openContext();
    const first = await fresh.newPage();
    opening.push(
      ...(await tasksDuring(browser, first, async () => {
        await first.goto(`${stack.apiUrl}/explore`);
        await first.getByRole('main').getByRole('listitem').first().waitFor();
        // Both charts, or what they say where there is nothing to draw.
        await first.locator('main figure').nth(1).waitFor();
      })),
    );
    await fresh.close();
  }

  const context = await openContext();
  const page = await context.newPage();
  await page.goto(`${stack.apiUrl}/explore`);
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  const filtered: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [status, word] of [
      ['COMPLETED', 'Completed'],
      ['ACTIVE', 'Active'],
      ['CANCELLED', 'Cancelled'],
    ] as const) {
      const time = await refilter(page, status, word);
      if (round >= 0) filtered.push(time);
    }
  await page.getByLabel('Status').selectOption('');
  const scrolled: Scrolled[] = [];
  const tasks = await tasksDuring(browser, page, async () => {
    scrolled.push(await scrollThrough(page, SCROLLED_ROWS));
  });

  console.log(
    `\n${rows.toLocaleString('en')} records; ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1) ?? '?'} while it was measured`,
  );
  const isMet = [
    judge('first page, an empty browser', opened, 300),
    judge('a filter, until all rows in view match', filtered, 100),
    judgeTasks('while it opens', opening),
    judgeTasks(`${SCROLLED_ROWS.toLocaleString('en')} rows scrolled`, tasks),
  ].every(Boolean);
  for (const { frames, longTasks, listed, rows: passed } of scrolled) {
    show(`frames while ${passed.toLocaleString('en')} rows passed`, frames, 'goal at most 50; wall time');
    const longest = longTasks.length === 0 ? '' : `, at most ${Math.max(...longTasks).toFixed(0)} ms`;
    console.log(
      `${longTasks.length} of ${frames.length} held up for over 50 ms${longest}; ${listed} rows in the document`,
    );
  }

  await browser.close();
  await stack.stop();
  await rm(directory, { recursive: true });
  if (!isMet) process.exitCode = 1;
};
