import { hexToBin, isHex } from '@bitauth/libauth';
import { WalletError } from '../wallet-error.js';

/** A value with the place it was found at, for messages. */
export interface Located {
  readonly value: unknown;
  readonly path: string;
}

export const malformed = ({ path }: Located, expected: string): WalletError =>
  new WalletError('MALFORMED_REQUEST', `${path}: expected ${expected}`);

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);

/** The member of an object by name; undefined inside where there is none. */
export const member = (at: Located, name: string): Located => {
  if (!isRecord(at.value)) throw malformed(at, 'an object');
  return { value: at.value[name], path: `${at.path}.${name}` };
};

/** The elements of a list. */
export const elements = (at: Located): Located[] => {
  if (!Array.isArray(at.value)) throw malformed(at, 'a list');
  return at.value.map((value: unknown, index) => ({ value, path: `${at.path}[${index}]` }));
};

export const isAbsent = ({ value }: Located): boolean => value === undefined || value === null;

/** Bytes: native, tagged `<Uint8Array: 0x..>`, or hex. */
export const readBytes = (at: Located): Uint8Array => {
  if (at.value instanceof Uint8Array) return at.value;
  const hex =
    typeof at.value === 'string' ? (/^<Uint8Array: 0x([0-9a-f]*)>$/i.exec(at.value)?.[1] ?? at.value) : undefined;
  if (hex === undefined || !isHex(hex)) throw malformed(at, 'bytes, as Uint8Array, "<Uint8Array: 0x..>" or hex');
  return hexToBin(hex);
};

/** A whole number of any size: native, tagged `<bigint: 1n>`, or decimal. */
export const readBigInt = (at: Located): bigint => {
  if (typeof at.value === 'bigint') return at.value;
  const digits = typeof at.value === 'string' ? (/^<bigint: (\d+)n>$/.exec(at.value)?.[1] ?? at.value) : undefined;
  if (digits === undefined || !/^\d+$/.test(digits))
    throw malformed(at, 'an amount, as bigint, "<bigint: 1n>" or decimal text');
  return BigInt(digits);
};

/** An unsigned 32-bit number: an index, a sequence number, a version, a locktime. */
export const readUint32 = (at: Located): number => {
  if (typeof at.value === 'number' && Number.isInteger(at.value) && at.value >= 0 && at.value <= 0xffffffff)
    return at.value;
  throw malformed(at, 'a number from 0 to 4294967295');
};

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
