import { atMost, equal, signed } from '../terms/bool.js';
import { concat, constantLength, lengthOfBytes, literal, numberOf, padded, split, whole } from '../terms/bytes.js';
import { hashOf } from '../terms/hash.js';
import { ZERO } from '../terms/int.js';
import type { Bytes, HashFunction, Piece } from '../terms/term.js';
import { intItem, sameItems, valueOf } from './item.js';
import { ScriptFailure, type Machine } from './machine.js';
import type { Opcode } from './stack-opcodes.js';

const hash =
  (function_: HashFunction): Opcode =>
  (machine) => {
    const of = machine.popBytes();
    const literals = literalOf(of);
    machine.pushBytes(
      literals === undefined ? whole({ kind: 'hash', function: function_, of }) : literal(hashOf(function_, literals)),
    );
  };

/** The bytes of a string that is a constant. */
export const literalOf = (bytes: Bytes): Uint8Array | undefined => {
  const [shape, ...more] = bytes;
  if (shape?.when.op !== 'true' || more.length > 0) return undefined;
  return literalOfPieces(shape.pieces);
};

const literalOfPieces = (pieces: readonly Piece[]): Uint8Array | undefined => {
  if (pieces.length === 0) return new Uint8Array();
  const [piece] = pieces;
  return pieces.length === 1 && piece?.kind === 'literal' ? piece.bytes : undefined;
};

const BITS = {
  and: (left: number, right: number) => left & right,
  or: (left: number, right: number) => left | right,
  xor: (left: number, right: number) => left ^ right,
} as const;

const bitwise =
  (operation: keyof typeof BITS): Opcode =>
  (machine) => {
    const right = machine.popBytes();
    const left = machine.popBytes();
    machine.require(equal(lengthOfBytes(left), lengthOfBytes(right)));
    const [first, second] = [literalOf(left), literalOf(right)];
    if (first === undefined || second === undefined)
      machine.pushBytes(whole({ kind: 'bitwise', operation, left, right }));
    else machine.pushBytes(literal(first.map((byte, index) => BITS[operation](byte, second[index] ?? 0))));
  };

const pad = (machine: Machine): void => {
  const size = machine.popInt();
  const value = valueOf(machine.pop());
  if (size.op !== 'constant') {
    machine.require(atMost(ZERO, size));
    machine.pushBytes(whole({ kind: 'padded', value, size }));
    return;
  }
  if (size.value < 0n || size.value > 10_000n) throw new ScriptFailure('No length of an item');
  const { bytes, when } = padded(value, Number(size.value));
  machine.require(when);
  machine.pushBytes(bytes);
};

const cut = (machine: Machine): void => {
  const at = machine.popInt();
  if (at.op === 'constant' && (at.value < 0n || at.value > 10_000n)) throw new ScriptFailure('No length of an item');
  const { left, right, when } = split(machine.popBytes(), at);
  machine.require(when);
  machine.pushBytes(left);
  machine.pushBytes(right);
};

/** A signature of the transaction, or, of three items, of a message between signature and key. */
const popSigned = (machine: Machine, ofMessage: boolean) => {
  const key = machine.popBytes();
  const message = ofMessage ? machine.popBytes() : undefined;
  return signed(machine.popBytes(), key, message);
};

/** Opcodes of byte strings, hashes and signatures. */
export const BYTE_OPCODES: Readonly<Record<string, Opcode>> = {
  OP_EQUAL: (machine) => machine.pushBool(sameItems(machine.pop(), machine.pop())),
  OP_EQUALVERIFY: (machine) => machine.require(sameItems(machine.pop(), machine.pop())),
  OP_SIZE: (machine) => {
    const bytes = machine.popBytes();
    machine.pushBytes(bytes);
    machine.pushInt(lengthOfBytes(bytes));
  },
  OP_CAT: (machine) => {
    const right = machine.popBytes();
    machine.pushBytes(concat(machine.popBytes(), right));
  },
  OP_SPLIT: cut,
  OP_NUM2BIN: pad,
  OP_BIN2NUM: (machine) => {
    const item = machine.pop();
    machine.push(item.kind === 'bytes' ? intItem(numberOf(item.value)) : item);
  },
  OP_REVERSEBYTES: (machine) => {
    const of = machine.popBytes();
    const bytes = literalOf(of);
    const length = of.length === 1 && of[0] !== undefined ? constantLength(of[0].pieces) : undefined;
    if (bytes !== undefined) machine.pushBytes(literal(bytes.slice().reverse()));
    else machine.pushBytes(length === 0 ? of : whole({ kind: 'reversed', of }));
  },
  OP_AND: bitwise('and'),
  OP_OR: bitwise('or'),
  OP_XOR: bitwise('xor'),
  OP_HASH160: hash('hash160'),
  OP_HASH256: hash('hash256'),
  OP_SHA256: hash('sha256'),
  OP_RIPEMD160: hash('ripemd160'),
  OP_SHA1: hash('sha1'),
  OP_CHECKSIG: (machine) => machine.pushBool(popSigned(machine, false)),
  OP_CHECKSIGVERIFY: (machine) => machine.require(popSigned(machine, false)),
  OP_CHECKDATASIG: (machine) => machine.pushBool(popSigned(machine, true)),
  OP_CHECKDATASIGVERIFY: (machine) => machine.require(popSigned(machine, true)),
};
