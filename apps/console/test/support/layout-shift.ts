import type { Page } from 'playwright-core';

const WATCH = `(() => {
  globalThis.weirShift = { sum: 0, moved: [] };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      weirShift.sum += value;
      for (const { node, previousRect, currentRect } of sources) {
        const what = String(node?.outerHTML ?? node?.textContent).slice(0, 80);
        weirShift.moved.push(previousRect.y + ' to ' + currentRect.y + ' px: ' + what);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
})()`;

const READ = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(weirShift))))`;

/** Sums how far what is on show moves by itself, on each page that is loaded from now on. */
export const watchLayoutShift = (page: Page): Promise<unknown> => page.addInitScript(WATCH);

/** Returns the layout shift since the page was loaded, as browsers measure it, and what moved. */
export const layoutShiftOf = (page: Page): Promise<{ readonly sum: number; readonly moved: readonly string[] }> =>
  page.evaluate(READ);

/** Forgets what has moved, so that what moves from now on is measured by itself. */
export const forgetLayoutShift = async (page: Page): Promise<void> => {
  await layoutShiftOf(page);
  await page.evaluate('weirShift.sum = 0; weirShift.moved = []');
};
