import type { TokenName } from '@weir/verify';
import type { Connection } from '../connection/connection.js';

/** Longest wait for a name, repeats included, milliseconds: without one the token is shown by its category. */
const TIMEOUT_MS = 5_000;

/** Returns the name of a token; undefined where the service knows none, or does not answer. */
const nameOf = async ({ api, ask }: Connection, category: string): Promise<TokenName | undefined> => {
  const params = { path: { category } };
  const answer = await ask((sent) => api.GET('/api/tokens/{category}', { ...sent, params }), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const { symbol, decimals } = answer?.token ?? {};
  return typeof symbol === 'string' && typeof decimals === 'number' ? { symbol, decimals } : undefined;
};

/** Returns the names of tokens by category, as the service reports them: nothing is decided by them. */
export const tokenNames = async (
  connection: Connection,
  categories: readonly string[],
): Promise<ReadonlyMap<string, TokenName>> => {
  const named = await Promise.all(
    categories.map(async (category) => [category, await nameOf(connection, category)] as const),
  );
  return new Map(named.flatMap(([category, name]) => (name === undefined ? [] : [[category, name] as const])));
};
