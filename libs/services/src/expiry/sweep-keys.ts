import type { ExpiryContext } from './expiry-context.js';

/** Keys removed in one statement. */
const PAGE = 1_000;

/** Removes idempotency keys whose day is over; the chain has no say in it. */
export const sweepKeys = async (signal: AbortSignal, { keys }: Pick<ExpiryContext, 'keys'>): Promise<void> => {
  while (!signal.aborted && (await keys.removeExpired(PAGE)) === PAGE);
};
