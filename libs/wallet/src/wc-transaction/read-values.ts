import { hexToBin, isHex } from '@bitauth/libauth';
import { WalletError } from '../wallet-error.js';

/** A value and where it was found, for messages. */
export interface Located {
  readonly value: unknown;
  readonly path: string;
}

/** Makes the error of a value that is not what was expected. */
export const malformed = ({ path }: Located, expected: string): WalletError =>
  new WalletError('MALFORMED_REQUEST', `${path}: expected ${expected}`);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/**
 * Returns the member of an object by name; its value is undefined where there is none.
 *
 * @throws WalletError MALFORMED_REQUEST where the value is no object
 */
export const member = (at: Located, name: string): Located => {
  if (!isRecord(at.value)) throw malformed(at, 'an object');
  return { value: at.value[name], path: `${at.path}.${name}` };
};

/**
 * Returns the elements of a list.
 *
 * @throws WalletError MALFORMED_REQUEST where the value is no list
 */
export const elements = (at: Located): Located[] => {
  if (!Array.isArray(at.value)) throw malformed(at, 'a list');
  return at.value.map((value: unknown, index) => ({ value, path: `${at.path}[${index}]` }));
};

/** Whether a value is undefined or null. */
export const isAbsent = ({ value }: Located): boolean => value === undefined || value === null;

/**
 * Reads bytes: native, tagged `<Uint8Array: 0x..>`, or hex.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
export const readBytes = (at: Located): Uint8Array => {
  if (at.value instanceof Uint8Array) return at.value;
  const hex =
    typeof at.value === 'string' ? (/^<Uint8Array: 0x([0-9a-f]*)>$/i.exec(at.value)?.[1] ?? at.value) : undefined;
  if (hex === undefined || !isHex(hex)) throw malformed(at, 'bytes, as Uint8Array, "<Uint8Array: 0x..>" or hex');
  return hexToBin(hex);
};

/**
 * Reads an unsigned integer of any size: native, tagged `<bigint: 1n>`, or decimal.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
export const readBigInt = (at: Located): bigint => {
  if (typeof at.value === 'bigint') return at.value;
  const digits = typeof at.value === 'string' ? (/^<bigint: (\d+)n>$/.exec(at.value)?.[1] ?? at.value) : undefined;
  if (digits === undefined || !/^\d+$/.test(digits))
    throw malformed(at, 'an amount, as bigint, "<bigint: 1n>" or decimal text');
  return BigInt(digits);
};

/**
 * Reads an unsigned 32-bit integer: an index, a sequence number, a version, a locktime.
 *
 * @throws WalletError MALFORMED_REQUEST
 */
export const readUint32 = (at: Located): number => {
  if (typeof at.value === 'number' && Number.isInteger(at.value) && at.value >= 0 && at.value <= 0xffffffff)
    return at.value;
  throw malformed(at, 'a number from 0 to 4294967295');
};

/** Reads a value with a reader; undefined where it is absent. */
export const readOptional = <T>(at: Located, read: (at: Located) => T): T | undefined =>
  isAbsent(at) ? undefined : read(at);

export const readText = (at: Located): string => {
  if (typeof at.value === 'string') return at.value;
  throw malformed(at, 'text');
};

export const readBoolean = (at: Located): boolean => {
  if (typeof at.value === 'boolean') return at.value;
  throw malformed(at, 'true or false');
};
