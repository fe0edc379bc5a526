import type { Browser, Page } from 'playwright-core';

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
export const tasksDuring = async (browser: Browser, page: Page, act: () => Promise<void>): Promise<number[]> => {
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
