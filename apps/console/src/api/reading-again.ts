import { focusManager, type Query, QueryClient } from '@tanstack/react-query';
import { isWeirError } from '@weir/client';

/** The first pause, and the longest, milliseconds: each is twice the one before. */
const FIRST_MS = 5_000;
const LONGEST_MS = 120_000;

/** @param error any value @returns whether the same may be answered later */
const passes = (error: unknown): boolean => isWeirError(error) && error.retryable;

/** Whether a query is on show, failed, and may be answered later. */
const isAwaited = (query: Query): boolean =>
  query.isActive() && query.state.status === 'error' && query.state.fetchStatus === 'idle' && passes(query.state.error);

/** Pauses, longer by up to a quarter: pages that failed together do not ask together. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms * (1 + Math.random() / 4)));

/**
 * Reads what failed again by itself, at growing intervals, while it is on show and its tab is: a page recovers when the service is
 * back. It is read aside, so that what the page says of the failure stays until there is an answer.
 *
 * @param sleep waits for a number of milliseconds
 */
export const startReadingAgain = (client: QueryClient, sleep = pause): void => {
  const cache = client.getQueryCache();
  const aside = new QueryClient({ defaultOptions: client.getDefaultOptions() });
  const awaited = (): readonly Query[] => cache.getAll().filter(isAwaited);

  /** @returns whether the service gave any answer */
  const read = async (query: Query): Promise<boolean> => {
    const copy = aside.getQueryCache().build(aside, { ...query.options, queryKey: query.queryKey });
    try {
      const data = await copy.fetch();
      if (isAwaited(query)) query.setData(data);
    } catch (error) {
      if (isWeirError(error, 'CONNECTION_FAILED')) return false;
      // The page says what the service says now.
      if (!passes(error) && isAwaited(query)) await query.fetch().catch(() => undefined);
    } finally {
      aside.getQueryCache().remove(copy);
    }
    return true;
  };

  let isBusy = false;
  const readAll = async (): Promise<void> => {
    for (let ms = FIRST_MS; awaited().length > 0; ms = Math.min(ms * 2, LONGEST_MS)) {
      await sleep(ms);
      const [first, ...others] = focusManager.isFocused() ? awaited() : [];
      // One of them asks for all, while nothing answers.
      if (first !== undefined && (await read(first))) await Promise.all(others.map(read));
    }
  };
  cache.subscribe(() => {
    if (isBusy || awaited().length === 0) return;
    isBusy = true;
    void readAll().finally(() => {
      isBusy = false;
    });
  });
};
