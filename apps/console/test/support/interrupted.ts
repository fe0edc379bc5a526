import type { ConsolePage } from './page.js';

/** What a page's script sees of its storage: tests are compiled without a document's types. */
interface WithStorage {
  readonly localStorage: { getItem(key: string): string | null };
}

/** Waits until what was signed is kept. */
const keeps = async ({ page }: ConsolePage): Promise<void> => {
  await page.waitForFunction(() =>
    (globalThis as unknown as WithStorage).localStorage.getItem('weir:pending')?.includes('txHash'),
  );
};

/** Waits until nothing of it is kept any more. */
const keptNothing = async ({ page }: ConsolePage): Promise<void> => {
  await page.waitForFunction(
    () => ((globalThis as unknown as WithStorage).localStorage.getItem('weir:pending') ?? '[]') === '[]',
  );
};

/**
 * Does something whose answer does not come, reloads the page in its middle, and waits until it was taken up again.
 *
 * @param lost what does not get through
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
  // What is lost stays lost until the page is gone: the next one has the network again.
  await page.goto('about:blank');
  await page.unroute(lost);
  await page.goto(where);
  await page.getByText('It is confirmed now.').waitFor();
  await keptNothing(one);
};
