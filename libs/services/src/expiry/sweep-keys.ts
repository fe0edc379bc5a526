import type { ExpiryContext } from './expiry-context.js';

/** Keys removed in one statement. */
const PAGE = 1_000;

/** Removes idempotency keys that have expired; the chain does not matter here. */
export const sweepKeys = async ({ keys }: Pick<ExpiryContext, 'keys'>, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted && (await keys.removeExpired(PAGE)) === PAGE);
};
