import type { TokenType } from '@weir/api-contract/words';
import { echoesBch, formatBch, parseBchAmount } from './bch-amount.js';
import { echoesTokens, parseTokenAmount } from './token-amount.js';

/** Reads an amount of an asset. See {@link parseBchAmount} and {@link parseTokenAmount}. @param least satoshis */
export const parseAmount = (given: number | string, field: string, asset: TokenType, least?: bigint): bigint =>
  asset === 'BCH' ? parseBchAmount(given, field, least) : parseTokenAmount(given, field);

/** Whether an amount echoed by a client is an exact one. */
export const echoesAmount = (given: number | string, exact: bigint, asset: TokenType): boolean =>
  asset === 'BCH' ? echoesBch(given, exact) : echoesTokens(given, exact);

/** Formats an amount with its unit, for messages. */
export const describeAmount = (exact: bigint, asset: TokenType): string =>
  asset === 'BCH' ? `${formatBch(exact)} BCH` : `${exact.toString()} units`;
