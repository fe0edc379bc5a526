import { once } from 'node:events';
import type { ConsolePage } from './page.js';

/**
 * Holds back what a page asks for.
 *
 * @param what pattern of the URLs
 * @returns a function that lets it through, from then on
 */
export const heldBack = async ({ page }: ConsolePage, what: string | RegExp): Promise<() => void> => {
  const wanted = new AbortController();
  await page.route(what, async (route) => {
    if (!wanted.signal.aborted) await once(wanted.signal, 'abort');
    await route.continue();
  });
  return () => wanted.abort();
};
