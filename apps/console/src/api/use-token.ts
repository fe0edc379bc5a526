import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { TokenName } from '@weir/client';
import type { TokenType } from '../format/amount.js';
import { isCategory } from '../format/identifiers.js';
import { useServices } from './services.js';

/** Interval between requests while the look-up of a token is pending, milliseconds. */
const AGAIN_MS = 2_000;
const ATTEMPTS = 15;
/** After so many answers that the service still looks it up, a token counts as one without a name, until it has one. */
const LOOKS = 5;

/**
 * Returns the service's answer about a token, and whether it is still being looked up: by the page or, for a while, by the service. Until
 * then the token's decimals are not known.
 */
export const useTokenQuery = (
  category: string,
): { readonly answer: TokenName | undefined; readonly isPending: boolean } => {
  const { weir } = useServices();
  const client = useQueryClient();
  const asked = category.trim().toLowerCase();
  const queryKey = ['token', asked];
  const { data, isLoading } = useQuery({
    queryKey,
    queryFn: ({ signal }) => weir.token(asked, { signal }),
    enabled: isCategory(asked),
    staleTime: 60_000,
    // The same answer again is news: after enough of them the token counts as one without a name.
    notifyOnChangeProps: 'all',
    refetchInterval: ({ state }) =>
      state.data?.pending === true && state.dataUpdateCount < ATTEMPTS ? AGAIN_MS : false,
  });
  const isAskedAgain = data?.pending === true && (client.getQueryState(queryKey)?.dataUpdateCount ?? 0) < LOOKS;
  return { answer: data, isPending: isLoading || (isAskedAgain && data.token === null) };
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
