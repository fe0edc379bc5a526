import { useQuery } from '@tanstack/react-query';
import type { TokenName } from '@weir/client';
import type { TokenType } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { useServices } from './services.js';

/** Interval between requests while the look-up of a token is pending, milliseconds. */
const AGAIN_MS = 2_000;
const ATTEMPTS = 15;

/** Returns the service's answer about a token, and whether it is still being requested. */
export const useTokenQuery = (
  category: string,
): { readonly answer: TokenName | undefined; readonly isPending: boolean } => {
  const { weir } = useServices();
  const asked = category.trim().toLowerCase();
  const { data, isLoading } = useQuery({
    queryKey: ['token', asked],
    queryFn: ({ signal }) => weir.token(asked, { signal }),
    enabled: isCategory(asked),
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.pending === true && state.dataUpdateCount < ATTEMPTS ? AGAIN_MS : false,
  });
  return { answer: data, isPending: isLoading };
};

/**
 * Returns the name of a token, as far as its issuer published one. @param category user input; nothing is requested
 * before it is valid
 */
export const useToken = (category: string): TokenName | undefined => useTokenQuery(category).answer;

/** Returns the decimals of a draft's token: 0 for BCH and for a token without a name, undefined while they are requested. */
export const useTokenDecimals = ({
  asset,
  category,
}: {
  readonly asset: TokenType;
  readonly category: string;
}): number | undefined => {
  const { answer, isPending } = useTokenQuery(asset === 'BCH' ? '' : category);
  return isPending ? undefined : (answer?.token?.decimals ?? 0);
};
