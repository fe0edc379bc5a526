import type { TokenFilter } from '../index/indexed-output.js';
import { badRequest, codes, invalidParams, type RpcCall, RpcError } from './rpc-message.js';

/** A method of the protocol: how many positional parameters it takes, and what it does. */
export interface Method<Context> {
  readonly min: number;
  readonly max: number;
  /**
   * Returns the result.
   * @throws RpcError
   */
  readonly handle: (context: Context, params: readonly unknown[]) => unknown;
}

export type MethodTable<Context> = Readonly<Record<string, Method<Context>>>;

/** Merges tables of methods, into a Map so that no name of Object.prototype counts as a method. */
export const methodMap = <Context>(...tables: MethodTable<Context>[]): ReadonlyMap<string, Method<Context>> =>
  new Map(tables.flatMap((table) => Object.entries(table)));

const plural = (count: number) => (count === 1 ? 'parameter' : 'parameters');

/**
 * Finds the method of a call and checks the number of its parameters, with Fulcrum's wording.
 * @throws RpcError
 */
export const findMethod = <Context>(
  methods: ReadonlyMap<string, Method<Context>>,
  call: RpcCall,
): { method: Method<Context>; params: readonly unknown[] } => {
  const method = methods.get(call.method);
  if (method === undefined) throw new RpcError(codes.methodNotFound, `Unsupported request: ${call.method}`);
  if (call.params === undefined) {
    if (method.min > 0) throw invalidParams('Missing required params');
    return { method, params: [] };
  }
  const got = call.params.length;
  const complain = (bound: string, limit: number) =>
    invalidParams(`Expected ${bound} ${limit} ${plural(limit)} for ${call.method}, got ${got} instead`);
  if (got < method.min) throw complain('at least', method.min);
  if (got > method.max) throw complain('at most', method.max);
  return { method, params: call.params };
};

/** Returns a parameter as text; empty if it is not a plain value. */
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
