import { ServiceError } from './service-error.js';

/** Whether an error is about one record: others could do as well. */
const isRefusal = (error: unknown): boolean => error instanceof ServiceError && error.code !== 'CHAIN_UNAVAILABLE';

/**
 * Does something for each item, one after the other, also for those behind one that is refused: it must not hold up the others. Where the
 * chain or the database is away, the rest is not tried.
 *
 * Throws what ended it, else the first refusal after all.
 */
export const attemptEach = async <Item>(
  items: readonly Item[],
  attempt: (item: Item) => Promise<unknown>,
): Promise<void> => {
  const refusals: unknown[] = [];
  for (const item of items)
    try {
      await attempt(item);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      refusals.push(error);
    }
  if (refusals.length > 0) throw refusals[0];
};
