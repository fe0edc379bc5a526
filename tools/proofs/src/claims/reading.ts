import { hexToBin } from '@bitauth/libauth';
import { and, atMost, equal, implies, less } from '../terms/bool.js';
import { category, isShortestBytes, literal, numberOf, same, slice, whole } from '../terms/bytes.js';
import { field, int, isZero, power, read, unsigned, ZERO } from '../terms/int.js';
import type { Atom, Bool, Bytes, Int } from '../terms/term.js';

/** A coin that is spent, or an output: what claims say of it. */
export const place = (of: 'utxo' | 'output', index: Int, commitmentLength?: number) => {
  const utxo = of === 'utxo';
  return {
    index,
    value: field(utxo ? 'utxoValue' : 'outputValue', index),
    /** Fungible tokens of any category. */
    amount: field(utxo ? 'utxoUnits' : 'outputUnits', index),
    kind: field(utxo ? 'utxoTokenKind' : 'outputTokenKind', index),
    category: category(of, index),
    id: whole(read(utxo ? 'utxoCategory' : 'outputCategory', index)),
    lock: whole(read(utxo ? 'utxoBytecode' : 'outputBytecode', index)),
    lockAtom: read(utxo ? 'utxoBytecode' : 'outputBytecode', index),
    commitment: read(utxo ? 'utxoCommitment' : 'outputCommitment', index, commitmentLength),
  };
};

export type Place = ReturnType<typeof place>;

/** A coin; the length of its commitment where a claim assumes one, in bytes. */
export const input = (index: Int | number, commitmentLength?: number): Place =>
  place('utxo', typeof index === 'number' ? int(index) : index, commitmentLength);
export const output = (index: Int | number): Place => place('output', typeof index === 'number' ? int(index) : index);

/** Bytes of a commitment as an unsigned number. */
export const unsignedAt = (commitment: Atom, from: number, length: number): Int => unsigned(commitment, from, length);

/** Whether a number of so many bytes reads as positive to a script: its top bit is clear. */
export const isPositiveIn = (value: Int, length: number): Bool =>
  and(atMost(ZERO, value), less(value, power(length * 8 - 1)));

/** Whether a commitment is empty, or there is none: as a script compares it with 0, whose one shortest encoding has no bytes. */
export const isEmpty = ({ commitment }: Place): Bool =>
  and(isShortestBytes(whole(commitment)), isZero(numberOf(whole(commitment))));

export const hasNoToken = ({ kind }: Place): Bool => equal(kind, ZERO);

/** There are so many outputs at most, and from the first one named on they carry no token. */
export const noTokensIn = (first: number, most: number): Bool =>
  and(
    atMost(field('outputCount'), int(most)),
    ...Array.from({ length: most - first }, (_, place_) =>
      implies(less(int(first + place_), field('outputCount')), hasNoToken(output(first + place_))),
    ),
  );

/** Whether hash160 of a place's lock is some bytes of a commitment. */
export const isLockedTo = ({ lock }: Place, commitment: Atom, from: number): Bool =>
  same(whole({ kind: 'hash', function: 'hash160', of: lock }), slice(commitment, from, 20));

/** Whether two places have the same bytes of their commitments. */
export const sameBytes = (left: Atom, right: Atom, from: number, length: number): Bool =>
  same(slice(left, from, length), slice(right, from, length));

/** The locking bytecode of the universal clock, as in the sources of plans. */
export const CLOCK_LOCK: Bytes = literal(
  hexToBin('aa20bbeb172a5b33dff42a0a0fbed12686e0a0671700e54b9c29da9f5242c29414eb87'),
);

export const between = (least: Int | number, value: Int, most: Int | bigint | number): Bool =>
  and(
    atMost(typeof least === 'number' ? int(least) : least, value),
    atMost(value, typeof most === 'object' ? most : int(most)),
  );

export const isMutable = ({ kind }: Place): Bool => equal(kind, int(2));
