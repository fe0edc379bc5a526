import { hashOf } from '../terms/hash.js';
import {
  decodeNumber,
  encodeNumber,
  isShortest,
  isTruthyBytes,
  padNumber,
  unsignedOf,
} from '../terms/script-number.js';
import type { Atom, Bool, Bytes, Field, Int, Piece, Source } from '../terms/term.js';

/** A concrete transaction, and what its contracts are given. */
export interface World {
  readonly field: (name: Field, index: number | undefined) => bigint;
  readonly read: (source: Source, index: number) => Uint8Array;
  readonly variable: (name: string) => bigint;
  readonly flag: (name: string) => boolean;
  readonly given: (name: string) => Uint8Array;
  /** Whether a signature is one of the transaction, or of the message where one is given. */
  readonly signed: (signature: Uint8Array, key: Uint8Array, message: Uint8Array | undefined) => boolean;
}

/** Thrown where a term has no value: its script has failed before it gets there. */
class NoValue extends Error {
  override readonly name = 'NoValue';
}

const joined = (all: readonly Uint8Array[]): Uint8Array => Uint8Array.from(all.flatMap((bytes) => [...bytes]));

const need = (bytes: Uint8Array | undefined): Uint8Array => {
  if (bytes === undefined) throw new NoValue('No such bytes');
  return bytes;
};

const BITS = {
  and: (left: number, right: number) => left & right,
  or: (left: number, right: number) => left | right,
  xor: (left: number, right: number) => left ^ right,
} as const;

/** Returns the values of terms in one world. */
export const evaluatorOf = (world: World) => {
  const ints = new Map<Int, bigint>();
  const truths = new Map<Bool, boolean>();

  const atomValue = (atom: Atom): Uint8Array => {
    switch (atom.kind) {
      case 'read':
        return world.read(atom.source, Number(int(atom.index)));
      case 'given':
        return world.given(atom.name);
      case 'hash':
        return hashOf(atom.function, bytes(atom.of));
      case 'cut':
        return bytes(atom.of).slice(Number(int(atom.from)), Number(int(atom.to)));
      case 'encoded':
        return encodeNumber(int(atom.value));
      case 'padded':
        return need(padNumber(int(atom.value), Number(int(atom.size))));
      case 'bitwise': {
        const right = bytes(atom.right);
        return bytes(atom.left).map((byte, index) => BITS[atom.operation](byte, right[index] ?? 0));
      }
      case 'reversed':
        return bytes(atom.of).slice().reverse();
    }
  };

  const pieceValue = (piece: Piece): Uint8Array => {
    switch (piece.kind) {
      case 'literal':
        return piece.bytes;
      case 'number':
        return need(padNumber(int(piece.value), piece.length));
      case 'part': {
        const all = atomValue(piece.atom);
        return all.slice(piece.from, piece.length === undefined ? all.length : piece.from + piece.length);
      }
    }
  };

  const bytes = (of: Bytes): Uint8Array => {
    const shape = of.find(({ when }) => bool(when));
    if (shape === undefined) throw new NoValue('A string of no shape');
    return joined(shape.pieces.map(pieceValue));
  };

  const computeInt = (term: Int): bigint => {
    switch (term.op) {
      case 'constant':
        return term.value;
      case 'variable':
        return world.variable(term.name);
      case 'field':
        return world.field(term.field, term.index === undefined ? undefined : Number(int(term.index)));
      case 'choose':
        return bool(term.when) ? int(term.then) : int(term.otherwise);
      case 'length':
        return BigInt(atomValue(term.of).length);
      case 'number':
        return decodeNumber(atomValue(term.of));
      case 'unsigned':
        return unsignedOf(atomValue(term.of).slice(term.from, term.from + term.length));
      case 'add':
        return int(term.left) + int(term.right);
      case 'subtract':
        return int(term.left) - int(term.right);
      case 'multiply':
        return int(term.left) * int(term.right);
      case 'divide':
      case 'remainder': {
        const divisor = int(term.right);
        if (divisor === 0n) throw new NoValue('Division by zero');
        return term.op === 'divide' ? int(term.left) / divisor : int(term.left) % divisor;
      }
    }
  };

  const computeBool = (term: Bool): boolean => {
    switch (term.op) {
      case 'true':
        return true;
      case 'false':
        return false;
      case 'flag':
        return world.flag(term.name);
      case 'not':
        return !bool(term.of);
      case 'and':
        return bool(term.left) && bool(term.right);
      case 'or':
        return bool(term.left) || bool(term.right);
      case 'equal':
        return int(term.left) === int(term.right);
      case 'less':
        return int(term.left) < int(term.right);
      case 'same':
        return Buffer.from(bytes(term.left)).equals(bytes(term.right));
      case 'isNumber':
        return isShortest(atomValue(term.of));
      case 'isTruthy':
        return isTruthyBytes(atomValue(term.of));
      case 'signed':
        return world.signed(bytes(term.signature), bytes(term.key), term.message && bytes(term.message));
    }
  };

  const int = (term: Int): bigint => {
    const known = ints.get(term);
    if (known !== undefined) return known;
    const value = computeInt(term);
    ints.set(term, value);
    return value;
  };

  const bool = (term: Bool): boolean => {
    const known = truths.get(term);
    if (known !== undefined) return known;
    const value = computeBool(term);
    truths.set(term, value);
    return value;
  };

  return { int, bool, bytes };
};

/** Whether all conditions of a path hold in a world. They are looked at in the order of the script. */
export const takesPath = (conditions: readonly Bool[], world: World): boolean => {
  const { bool } = evaluatorOf(world);
  try {
    return conditions.every(bool);
  } catch (error) {
    if (error instanceof NoValue) return false;
    throw error;
  }
};
