import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';

/**
 * Creates a function that refetches queries. A fetch already under way may have begun before the change, so another one follows
 * it. It is not cancelled, so that the page keeps up however fast changes come.
 */
export const createRefetch = (client: QueryClient, queryKey: QueryKey): (() => Promise<void>) => {
  let isReading = false;
  let isStale = false;
  return async () => {
    isStale = true;
    if (isReading) return;
    isReading = true;
    try {
      while (isStale) {
        isStale = client.isFetching({ queryKey }) > 0;
        await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
      }
    } finally {
      isReading = false;
    }
  };
};

/** Returns a function that refetches the queries of a key: see {@link createRefetch}. */
export const useRefetch = (...queryKey: readonly string[]): (() => Promise<void>) => {
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  return useMemo(() => createRefetch(client, JSON.parse(key) as string[]), [client, key]);
};
