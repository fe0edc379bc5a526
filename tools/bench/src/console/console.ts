import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { createDatabase } from '@weir/infra';
import { buildConsole, startStack } from '@weir/local';
import { launchBrowser } from '@weir/local/browser';
import { median } from '../harness/figures.js';
import { seedExplorer } from '../seed/explorer.js';
import { firstPage, refilter, type Scrolled, scrollThrough } from './pages.js';

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

/**
 * The console's explorer in a browser: the production build, served by the API, over BENCH_ROWS (default 1,000,000)
 * records of all products in real Postgres.
 */
const rows = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 10);
const SCROLLED_ROWS = Number(process.env['BENCH_SCROLL'] ?? 10_000);

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

const show = (what: string, times: readonly number[], goal: string): void =>
  console.log(
    `${what.padEnd(46)} p50 ${median(times).toFixed(0).padStart(5)} ms, most ${Math.max(...times)
      .toFixed(0)
      .padStart(5)} ms   (${goal})`,
  );

const opened: number[] = [];
for (let round = -1; round < ROUNDS; round += 1) {
  const context = await openContext();
  const time = await firstPage(context, stack.apiUrl);
  if (round >= 0) opened.push(time);
  await context.close();
}

const context = await openContext();
const page = await context.newPage();
await page.goto(stack.apiUrl);
await page.getByRole('listitem').first().waitFor();
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
show('first page, a browser that was never here', opened, 'goal at most 1,000');
show('a filter, until all rows in view match', filtered, 'goal at most 200');
for (const { frames, longTasks, listed, rows: passed } of scrolled) {
  const many = passed.toLocaleString('en');
  show(`work of the page at a time, ${many} rows scrolled`, tasks, 'goal at most 50; processor time');
  show('frames meanwhile', frames, 'goal at most 50; wall time');
  const longest = longTasks.length === 0 ? '' : `, at most ${Math.max(...longTasks).toFixed(0)} ms`;
  console.log(
    `${longTasks.length} of ${frames.length} held up for over 50 ms${longest}; ${listed} rows in the document`,
  );
}

await browser.close();
await stack.stop();
await rm(directory, { recursive: true });
