import { useQuery } from '@tanstack/react-query';
import type { TokenName } from '@weir/client';
import { useServices } from '../api/services.js';

export const CATEGORY = /^[0-9a-f]{64}$/;

/** While the service looks a token up it says so: it is asked again, this often in milliseconds, so many times at most. */
const AGAIN_MS = 2_000;
const MOST_TIMES = 15;

/**
 * How a token is called, as far as its issuer says.
 *
 * @param category as somebody wrote it; nothing is asked before it is one
 */
export const useToken = (category: string): TokenName | undefined => {
  const { weir } = useServices();
  const asked = category.trim().toLowerCase();
  const { data } = useQuery({
    queryKey: ['token', asked],
    queryFn: ({ signal }) => weir.token(asked, { signal }),
    enabled: CATEGORY.test(asked),
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.pending === true && state.dataUpdateCount < MOST_TIMES ? AGAIN_MS : false,
  });
  return data;
};
