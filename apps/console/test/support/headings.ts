import type { Page } from 'playwright-core';

/** Notes each moment at which the content of a page has no heading, after every change of the document. */
const WATCH = `(() => {
  globalThis.weirHeadless = new Set();
  new MutationObserver(() => {
    const main = document.querySelector('main');
    if (main === null) return;
    // React hides what waits again.
    const isThere = [...main.querySelectorAll('h1')].some((one) => one.closest('[hidden], [style*="display: none"]') === null);
    if (!isThere) weirHeadless.add(location.pathname + ' without a heading: ' + main.textContent.slice(0, 80));
  }).observe(document, { childList: true, subtree: true });
})()`;

const READ = '[...globalThis.weirHeadless]';

/** Watches whether pages have a heading at every moment, on each page that is loaded from now on. */
export const watchHeadings = (page: Page): Promise<unknown> => page.addInitScript(WATCH);

/** Returns the moments without a heading since the page was loaded, by path and content. */
export const headlessOn = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(READ);
