import { useQuery } from '@tanstack/react-query';
import type { TokenName } from '@weir/client';
import type { TokenType } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { useServices } from './services.js';

/** Interval between requests while the look-up of a token is pending, milliseconds. */
const AGAIN_MS = 2_000;
const MAX_TIMES = 15;

/** Returns what is told of a token, and whether that is still being asked for. */
export const useTokenQuery = (
  category: string,
): { readonly told: TokenName | undefined; readonly isPending: boolean } => {
  const { weir } = useServices();
  const asked = category.trim().toLowerCase();
  const { data, isLoading } = useQuery({
    queryKey: ['token', asked],
    queryFn: ({ signal }) => weir.token(asked, { signal }),
    enabled: isCategory(asked),
    staleTime: 60_000,
    refetchInterval: ({ state }) =>
      state.data?.pending === true && state.dataUpdateCount < MAX_TIMES ? AGAIN_MS : false,
  });
  return { told: data, isPending: isLoading };
};

/**
 * Returns the name of a token, as far as its issuer published one. @param category user input; nothing is requested
 * before it is valid
 */
export const useToken = (category: string): TokenName | undefined => useTokenQuery(category).told;

/** Returns the decimals of a draft's token: 0 for BCH and for a token without a name, undefined while they are asked for. */
export const useTokenDecimals = ({
  asset,
  category,
}: {
  readonly asset: TokenType;
  readonly category: string;
}): number | undefined => {
  const { told, isPending } = useTokenQuery(asset === 'BCH' ? '' : category);
  return isPending ? undefined : (told?.token?.decimals ?? 0);
};
