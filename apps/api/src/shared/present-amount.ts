import type { TokenType } from '@weir/services';

const SATOSHIS_PER_BCH = 100_000_000;

/**
 * An amount as responses carry it: decimal BCH, or whole base units of a token. The division is exact to the nearest
 * double, which is the number that the decimal text of 8 digits reads as: there are fewer than 2^53 satoshis.
 *
 * @param base Satoshis, or base units.
 */
export const presentAmount = (base: bigint, tokenType: TokenType = 'BCH'): number =>
  tokenType === 'BCH' ? Number(base) / SATOSHIS_PER_BCH : Number(base);
