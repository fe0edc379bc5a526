import { isHex } from '@bitauth/libauth';
import { ServerMistrustedError } from '../electrum-errors.js';

/** Reads a server's answers; one without the shape that the protocol promises is refused. */
type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Checks that an answer is an object, and returns its fields. @throws ServerMistrustedError */
export const fieldsOf = (value: unknown, what: string): Fields => {
  if (isFields(value)) return value;
  throw new ServerMistrustedError(`${what} is no object`);
};

/** Checks that an answer is an array. @throws ServerMistrustedError */
export const listOf = (value: unknown, what: string): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  throw new ServerMistrustedError(`${what} is no list`);
};

/** Checks that an answer is hex, of any length or of a given number of bytes. */
export const hexOf = (value: unknown, what: string, bytes?: number): string => {
  if (typeof value === 'string' && isHex(value) && (bytes === undefined || value.length === 2 * bytes)) return value;
  throw new ServerMistrustedError(`${what} is no hex${bytes === undefined ? '' : ` of ${bytes} bytes`}`);
};

/** Checks that an answer is a transaction's or block's hash. */
export const hashOf = (value: unknown, what: string): string => hexOf(value, what, 32);

/** Checks that an answer is a whole number, at least `least`. */
export const integerOf = (value: unknown, what: string, least = 0): number => {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least) return value;
  throw new ServerMistrustedError(`${what} is no integer from ${least}`);
};

/** Parses a token amount, which servers send as decimal text. */
export const amountOf = (value: unknown, what: string): bigint => {
  if (typeof value === 'string' && /^\d{1,19}$/.test(value)) return BigInt(value);
  throw new ServerMistrustedError(`${what} is no amount`);
};
