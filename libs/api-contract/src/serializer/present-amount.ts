import type { TokenType } from '../streams/stream-words.schema.js';

const SATOSHIS_PER_BCH = 100_000_000;

/**
 * Converts an amount to the number in responses: decimal BCH, or base units of a token. The division is exact to the
 * nearest double, the number that its decimal text of 8 digits parses to, since there are fewer than 2^53 satoshis.
 *
 * @param base satoshis or base units
 */
export const presentAmount = (base: bigint, tokenType: TokenType = 'BCH'): number =>
  tokenType === 'BCH' ? Number(base) / SATOSHIS_PER_BCH : Number(base);
