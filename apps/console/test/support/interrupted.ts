import type { ConsolePage } from './page.js';

/** The part of `window` that scripts in the page use; tests are compiled without DOM types. */
interface WithStorage {
  readonly localStorage: { getItem(key: string): string | null };
}

/** Waits until a pending action is stored. */
const keeps = async ({ page }: ConsolePage): Promise<void> => {
  await page.waitForFunction(() =>
    (globalThis as unknown as WithStorage).localStorage.getItem('weir:pending')?.includes('txHash'),
  );
};

/** Waits until no pending action is stored. */
const keptNothing = async ({ page }: ConsolePage): Promise<void> => {
  await page.waitForFunction(
    () => ((globalThis as unknown as WithStorage).localStorage.getItem('weir:pending') ?? '[]') === '[]',
  );
};

/**
 * Performs an action whose request fails, reloads the page in the middle, and waits until the action has been resumed.
 *
 * @param lost URL pattern of the request that fails
 */
export const interrupted = async (one: ConsolePage, lost: string, act: () => Promise<void>): Promise<void> => {
  const { page } = one;
  const where = page.url();
  const isLost = page.waitForEvent('requestfailed', {
    predicate: (request) => request.url().endsWith(lost.replace('**', '')),
  });
  await page.route(lost, (route) => route.abort());
  await act();
  await isLost;
  await keeps(one);
  // Requests fail until the page is gone; the next page has the network again.
  await page.goto('about:blank');
  await page.unroute(lost);
  await page.goto(where);
  await page.getByText('It is confirmed now.').waitFor();
  await keptNothing(one);
};
