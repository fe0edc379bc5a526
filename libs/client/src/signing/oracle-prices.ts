import { readSignedPrice, type Reading, type SignedPrice } from '@weir/verify';
import type { Connection } from '../connection/connection.js';

/** Longest wait for a price, repeats included, milliseconds: without one only the bounds are shown. */
const TIMEOUT_MS = 5_000;

/**
 * Returns the latest prices of the oracles by which a transaction opens payments, read from the messages that they signed.
 *
 * @throws Difference where an oracle did not sign what the service names as its price
 */
export const oraclePrices = async (
  { api, ask }: Connection,
  { effects }: Pick<Reading, 'effects'>,
): Promise<ReadonlyMap<string, SignedPrice>> => {
  const keys = effects.flatMap((effect) => (effect.kind === 'OPENS_CURRENCY_PAYMENTS' ? [effect.oracle] : []));
  if (keys.length === 0) return new Map();
  const answer = await ask((sent) => api.GET('/api/currency-payments/oracles', sent), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  const signed = answer?.oracles.filter((oracle) => keys.includes(oracle.public_key)) ?? [];
  return new Map(
    signed.flatMap(({ public_key: key, message, signature }) =>
      message === null || signature === null ? [] : [[key, readSignedPrice(message, signature, key)] as const],
    ),
  );
};
