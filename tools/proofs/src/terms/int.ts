import { equal, less } from './bool.js';
import { intern } from './intern.js';
import type { Atom, Bool, Field, Int, Source } from './term.js';

export const int = (value: bigint | number): Int => intern({ op: 'constant', value: BigInt(value) });
export const variable = (name: string): Int => intern({ op: 'variable', name });
export const field = (name: Field, index?: Int): Int => intern({ op: 'field', field: name, index });

export const ZERO = int(0);
export const ONE = int(1);

type Operation = Extract<Int, { left: Int }>['op'];

/** Division rounds towards zero, and the remainder has the sign of the dividend, as in scripts and of bigints. */
const compute: Record<Operation, (left: bigint, right: bigint) => bigint> = {
  add: (left, right) => left + right,
  subtract: (left, right) => left - right,
  multiply: (left, right) => left * right,
  divide: (left, right) => left / right,
  remainder: (left, right) => left % right,
};

const operation = (op: Operation, left: Int, right: Int): Int => {
  const dividesByZero = (op === 'divide' || op === 'remainder') && right === ZERO;
  if (left.op === 'constant' && right.op === 'constant' && !dividesByZero)
    return int(compute[op](left.value, right.value));
  return intern({ op, left, right });
};

export const add = (...all: readonly Int[]): Int =>
  all.reduce((left, right) => {
    if (left === ZERO) return right;
    return right === ZERO ? left : operation('add', left, right);
  }, ZERO);

export const subtract = (left: Int, right: Int): Int => {
  if (left === right) return ZERO;
  // What is left of a string when all but its end is cut off.
  if (right.op === 'subtract' && right.left === left) return right.right;
  return right === ZERO ? left : operation('subtract', left, right);
};

export const multiply = (left: Int, right: Int): Int => {
  if (left === ZERO || right === ZERO) return ZERO;
  if (left === ONE) return right;
  return right === ONE ? left : operation('multiply', left, right);
};

/** Callers must first require that the divisor is not zero. */
export const divide = (left: Int, right: Int): Int => (right === ONE ? left : operation('divide', left, right));
export const remainder = (left: Int, right: Int): Int => operation('remainder', left, right);

export const choose = (when: Bool, then: Int, otherwise: Int): Int => {
  if (when.op === 'true' || then === otherwise) return then;
  return when.op === 'false' ? otherwise : intern({ op: 'choose', when, then, otherwise });
};

export const smaller = (left: Int, right: Int): Int => choose(less(left, right), left, right);
export const larger = (left: Int, right: Int): Int => choose(less(left, right), right, left);
export const negate = (of: Int): Int => subtract(ZERO, of);
export const power = (exponent: number): Int => int(1n << BigInt(exponent));
export const isZero = (of: Int): Bool => equal(of, ZERO);

/** Length that an atom always has, in bytes; undefined where it varies. */
export const fixedLength = (atom: Atom): number | undefined => {
  switch (atom.kind) {
    case 'read':
      return atom.source === 'utxoCategory' || atom.source === 'outputCategory' || atom.source === 'outpointHash'
        ? 32
        : atom.length;
    case 'given':
      return atom.length;
    case 'hash':
      return atom.function === 'sha256' || atom.function === 'hash256' ? 32 : 20;
    default:
      return undefined;
  }
};

/** Returns an atom's length in bytes. */
export const lengthOf = (of: Atom): Int => {
  if (of.kind === 'cut') return subtract(of.to, of.from);
  if (of.kind === 'padded') return of.size;
  const length = fixedLength(of);
  return length === undefined ? intern({ op: 'length', of }) : int(length);
};

/** A byte string of a transaction. */
export const read = (source: Source, index: Int, length?: number): Atom =>
  intern({ kind: 'read', source, index, length });

export const unsigned = (of: Atom, from: number, length: number): Int =>
  length === 0 ? ZERO : intern({ op: 'unsigned', of, from, length });

/** The number that all of an atom's bytes encode, in the shortest way or not. */
export const numberIn = (of: Atom): Int => intern({ op: 'number', of });
