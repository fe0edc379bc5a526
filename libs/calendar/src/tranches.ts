import { sha256 } from '@noble/hashes/sha2';
import { MAX_LOCKTIME, MAX_TRANCHES, MIN_TIME } from '@weir/kinds';

/** A payment of a list: any date, any amount. */
export interface Tranche {
  /** Unix seconds. */
  readonly at: bigint;
  /** Base units (satoshis, or a token's smallest unit). */
  readonly amount: bigint;
}

/** The largest total: what is left is kept in 7 bytes with a sign. */
export const MAX_TRANCHES_TOTAL = (1n << 55n) - 1n;

const DATE_BYTES = 4;
const LEFT_BYTES = 7;
/** Bytes of a tranche in a list: its date, and what is left after it. */
export const TRANCHE_BYTES = DATE_BYTES + LEFT_BYTES;
const HASH_BYTES = 32;

/** Why a list of tranches is refused. `tranche` counts from 1, and is 0 where the list as a whole is refused. */
export interface TranchesProblem {
  readonly code:
    | 'NO_TRANCHES'
    | 'TOO_MANY_TRANCHES'
    | 'TOTAL_OUT_OF_RANGE'
    | 'DATE_OUT_OF_RANGE'
    | 'DATE_NOT_ASCENDING'
    | 'AMOUNT_TOO_SMALL';
  readonly tranche: number;
}

/** Returns what the tranches pay together, base units. */
export const tranchesTotal = (tranches: readonly Tranche[]): bigint =>
  tranches.reduce((sum, { amount }) => sum + amount, 0n);

/**
 * Returns the first rule that a list breaks, or undefined when it is sound: 1 to {@link MAX_TRANCHES} tranches, each later than the one
 * before and worth a payment.
 *
 * @param least the smallest payment: 576 satoshis in BCH, 1 unit of a token
 */
export const findTranchesProblem = (tranches: readonly Tranche[], least: bigint): TranchesProblem | undefined => {
  if (tranches.length === 0) return { code: 'NO_TRANCHES', tranche: 0 };
  if (tranches.length > MAX_TRANCHES) return { code: 'TOO_MANY_TRANCHES', tranche: 0 };
  let before = MIN_TIME - 1n;
  for (const [index, { at, amount }] of tranches.entries()) {
    const tranche = index + 1;
    if (at < MIN_TIME || at > MAX_LOCKTIME) return { code: 'DATE_OUT_OF_RANGE', tranche };
    if (at <= before) return { code: 'DATE_NOT_ASCENDING', tranche };
    if (amount < least || amount < 1n) return { code: 'AMOUNT_TOO_SMALL', tranche };
    before = at;
  }
  return tranchesTotal(tranches) > MAX_TRANCHES_TOTAL ? { code: 'TOTAL_OUT_OF_RANGE', tranche: 0 } : undefined;
};

const littleEndian = (value: bigint, bytes: number): Uint8Array =>
  Uint8Array.from({ length: bytes }, (_, place) => Number((value >> BigInt(8 * place)) & 255n));
const numberOf = (bytes: Uint8Array): bigint => bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
};

/** The tranches as entries of 11 bytes, in their order. */
const entriesOf = (tranches: readonly Tranche[]): Uint8Array[] => {
  let left = tranchesTotal(tranches);
  return tranches.map(({ at, amount }) => {
    left -= amount;
    return joined([littleEndian(at, DATE_BYTES), littleEndian(left, LEFT_BYTES)]);
  });
};

/** Encodes a sound list as its announcement carries it: 11 bytes a tranche. */
export const encodeTranches = (tranches: readonly Tranche[]): Uint8Array => joined(entriesOf(tranches));

/**
 * Decodes a list that was announced. It never throws; whether the list is sound is for {@link findTranchesProblem} to say, and whether
 * it is the contract's for {@link trancheListHash}.
 *
 * @param total what the tranches pay together, base units
 * @returns undefined for other lengths, and where the last tranche does not leave 0
 */
export const decodeTranches = (bytes: Uint8Array, total: bigint): Tranche[] | undefined => {
  if (bytes.length === 0 || bytes.length % TRANCHE_BYTES !== 0) return undefined;
  const tranches: Tranche[] = [];
  let before = total;
  for (let offset = 0; offset < bytes.length; offset += TRANCHE_BYTES) {
    const left = numberOf(bytes.subarray(offset + DATE_BYTES, offset + TRANCHE_BYTES));
    tranches.push({ at: numberOf(bytes.subarray(offset, offset + DATE_BYTES)), amount: before - left });
    before = left;
  }
  return before === 0n ? tranches : undefined;
};

/** The hash of a list with no tranche left. */
const END = new Uint8Array(HASH_BYTES);

const linked = (entry: Uint8Array, next: Uint8Array): Uint8Array => sha256(joined([entry, next]));

/**
 * Returns the hashes of a sound list: of all of it, then of what remains after each tranche, 32 zero bytes after the last. A contract's
 * state holds one of them: sha256(date, 4 bytes | left after this tranche, 7 bytes | hash of what remains), little endian. The amount of
 * the next tranche is not in it: that is the principal of the contract's coin less what is left after it.
 */
export const trancheHashes = (tranches: readonly Tranche[]): Uint8Array[] => {
  const hashes: Uint8Array[] = [END];
  for (const entry of entriesOf(tranches).toReversed()) hashes.push(linked(entry, hashes.at(-1) ?? END));
  return hashes.reverse();
};

/** Returns the hash of a sound list, which the first state of its contract holds. */
export const trancheListHash = (tranches: readonly Tranche[]): Uint8Array => trancheHashes(tranches)[0] ?? END;

/**
 * Returns what a payment shows of a sound list: the tranches that it pays, earliest first, and the hash of what remains.
 *
 * @param paid tranches that were paid before
 * @param count tranches that this payment pays, at least 1
 * @throws RangeError when the list has fewer
 */
export const showTranches = (tranches: readonly Tranche[], paid: number, count: number): Uint8Array => {
  if (count < 1 || paid < 0 || paid + count > tranches.length)
    throw new RangeError(`Expected ${count} tranches after the first ${paid}, the list has ${tranches.length}`);
  const remaining = trancheHashes(tranches)[paid + count] ?? END;
  return joined([...entriesOf(tranches).slice(paid, paid + count), remaining]);
};

/** What a payment has shown of a list. */
export interface ShownTranches {
  /** How many tranches it pays. */
  readonly count: number;
  /** Date of the last of them, Unix seconds: the payment is possible from then on. */
  readonly at: bigint;
  /** What is left after them, base units. */
  readonly left: bigint;
  /** Hash of the tranches that remain, 32 bytes. */
  readonly remaining: Uint8Array;
}

/**
 * Reads what a payment shows, against the hash that the contract's state holds, as the contract does. It never throws.
 *
 * @param list hash of the tranches that are not paid yet, 32 bytes
 * @returns undefined where it is not of this list
 */
export const readShownTranches = (shown: Uint8Array, list: Uint8Array): ShownTranches | undefined => {
  const length = shown.length - HASH_BYTES;
  if (length < TRANCHE_BYTES || length % TRANCHE_BYTES !== 0) return undefined;
  const remaining = shown.slice(length);
  let hash: Uint8Array = remaining;
  for (let offset = length - TRANCHE_BYTES; offset >= 0; offset -= TRANCHE_BYTES)
    hash = linked(shown.subarray(offset, offset + TRANCHE_BYTES), hash);
  if (list.length !== HASH_BYTES || hash.some((byte, place) => byte !== list[place])) return undefined;
  const last = shown.subarray(length - TRANCHE_BYTES, length);
  return {
    count: length / TRANCHE_BYTES,
    at: numberOf(last.subarray(0, DATE_BYTES)),
    left: numberOf(last.subarray(DATE_BYTES)),
    remaining,
  };
};
