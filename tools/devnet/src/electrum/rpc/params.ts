import type { TokenFilter } from '../index/index.types.js';
import { badRequest, invalidParams } from './rpc-error.js';

/** Returns a parameter as text; empty if it is no plain value. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';

/** Returns a number, or decimal text, that is whole, at least 0 and below 2^32; else undefined. */
export const unsignedOf = (value: unknown): number | undefined => {
  if (typeof value === 'string' && !/^\s*\+?\d{1,10}\s*$/.test(value)) return undefined;
  const number = typeof value === 'boolean' || typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !(number >= 0)) return undefined;
  const rounded = Math.round(number);
  return rounded <= 0xffff_ffff ? rounded : undefined;
};

const highestHeight = 100_000_000;

/**
 * Returns a block height or a count of blocks.
 * @throws RpcError with the given message if it is none
 */
export const heightOf = (value: unknown, message: string): number => {
  const height = unsignedOf(value);
  if (height === undefined || height >= highestHeight) throw badRequest(message);
  return height;
};

/**
 * Returns 64 hex digits in lower case.
 * @throws RpcError with the given message if it is anything else
 */
export const hashOf = (value: unknown, message: string): string => {
  const text = textOf(value).trim();
  if (!/^[0-9a-fA-F]{64}$/.test(text)) throw badRequest(message);
  return text.toLowerCase();
};

export const scripthashParam = (value: unknown): string => hashOf(value, 'Invalid scripthash');
export const txidParam = (value: unknown): string => hashOf(value, 'Invalid tx hash');

/**
 * Returns a boolean given as such, as 0 or 1, or as text of either.
 * @throws RpcError with the given message if it is none
 */
export const booleanOf = (value: unknown, message: string): boolean => {
  const text = textOf(value).toLowerCase();
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  throw badRequest(message);
};

const filters: readonly string[] = ['exclude_tokens', 'include_tokens', 'tokens_only'] satisfies TokenFilter[];

const isFilter = (text: string): text is TokenFilter => filters.includes(text);

/**
 * Returns the token filter of a balance or unspent call.
 * @throws RpcError
 */
export const tokenFilterOf = (value: unknown): TokenFilter => {
  const text = textOf(value).trim().toLowerCase();
  if (isFilter(text)) return text;
  throw invalidParams(
    `Invalid token filtering option. Specify one of: ${filters.map((filter) => JSON.stringify(filter)).join(', ')}`,
  );
};
