import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useMemo } from 'react';

/**
 * Creates a function that reads queries again. A read that is under way may have begun before what happened, so another one
 * follows it instead of breaking it off: the page keeps up, however fast things happen.
 */
export const createReadAnew = (client: QueryClient, queryKey: QueryKey): (() => Promise<void>) => {
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

/** Reads the queries of a key again when called: see {@link createReadAnew}. */
export const useReadAnew = (...queryKey: readonly string[]): (() => Promise<void>) => {
  const client = useQueryClient();
  const key = JSON.stringify(queryKey);
  return useMemo(() => createReadAnew(client, JSON.parse(key) as string[]), [client, key]);
};
