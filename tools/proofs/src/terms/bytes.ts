import { and, atMost, equal, FALSE, isNumber, isTruthy, not, or, TRUE, truth } from './bool.js';
import { less } from './bool.js';
import {
  add,
  choose,
  field,
  fixedLength,
  int,
  isZero,
  lengthOf,
  multiply,
  numberIn,
  power,
  read,
  subtract,
  unsigned,
  ZERO,
} from './int.js';
import { intern } from './intern.js';
import { decodeNumber, isShortest, padNumber, unsignedOf } from './script-number.js';
import type { Atom, Bool, Bytes, Int, Piece, Shape } from './term.js';

const always = (pieces: readonly Piece[]): Bytes => intern([intern({ when: TRUE, pieces: intern([...pieces]) })]);

export const literal = (bytes: Uint8Array): Bytes =>
  always(bytes.length === 0 ? [] : [intern({ kind: 'literal', bytes })]);

export const EMPTY: Bytes = literal(new Uint8Array());

const part = (atom: Atom, from: number, length?: number): Piece => {
  const whole = fixedLength(atom);
  return intern({ kind: 'part', atom, from, length: length ?? (whole === undefined ? undefined : whole - from) });
};

/** All of an atom. */
export const whole = (atom: Atom): Bytes => always([part(intern(atom), 0)]);

/** The bytes of an atom from a place on, a constant number of them. */
export const slice = (atom: Atom, from: number, length: number): Bytes => always([part(intern(atom), from, length)]);

/** A string as it is under conditions; each shape one string. */
export const shapes = (all: readonly (readonly [Bool, Bytes])[]): Bytes =>
  intern(
    all.flatMap(([when, bytes]) =>
      bytes.flatMap((shape) => {
        const both = and(when, shape.when);
        return both === FALSE ? [] : [intern({ when: both, pieces: shape.pieces })];
      }),
    ),
  );

/** The token category of a coin or an output, as scripts read it: its id, and the capability of an NFT behind it. */
export const category = (of: 'utxo' | 'output', index: Int): Bytes => {
  const kind = field(of === 'utxo' ? 'utxoTokenKind' : 'outputTokenKind', index);
  const id = whole(read(of === 'utxo' ? 'utxoCategory' : 'outputCategory', index));
  const has = (value: number) => equal(kind, int(value));
  return shapes([
    [has(0), EMPTY],
    [has(1), id],
    [has(2), concat(id, literal(Uint8Array.of(1)))],
    [has(3), concat(id, literal(Uint8Array.of(2)))],
  ]);
};

export const pieceLength = (piece: Piece): number | undefined =>
  piece.kind === 'literal' ? piece.bytes.length : piece.length;

/** Length of pieces in bytes, where it is a constant. */
export const constantLength = (pieces: readonly Piece[]): number | undefined => {
  let sum = 0;
  for (const piece of pieces) {
    const length = pieceLength(piece);
    if (length === undefined) return undefined;
    sum += length;
  }
  return sum;
};

/** Length of pieces in bytes. */
export const lengthOfPieces = (pieces: readonly Piece[]): Int =>
  add(
    ...pieces.map((piece) =>
      piece.kind === 'part' && piece.length === undefined
        ? subtract(lengthOf(piece.atom), int(piece.from))
        : int(pieceLength(piece) ?? 0),
    ),
  );

/** Returns a value that each shape has, as one term. */
const byShape = (bytes: Bytes, of: (pieces: readonly Piece[]) => Int): Int =>
  bytes.reduceRight<Int | undefined>(
    (rest, { when, pieces }) => (rest === undefined ? of(pieces) : choose(when, of(pieces), rest)),
    undefined,
  ) ?? ZERO;

export const lengthOfBytes = (bytes: Bytes): Int => byShape(bytes, lengthOfPieces);

/** Joins two neighbours where they are one literal, or one part of an atom. */
const joined = (left: Piece, right: Piece): Piece | undefined => {
  if (left.kind === 'literal' && right.kind === 'literal')
    return intern<Piece>({ kind: 'literal', bytes: Uint8Array.of(...left.bytes, ...right.bytes) });
  if (left.kind !== 'part' || right.kind !== 'part' || left.atom !== right.atom) return undefined;
  if (left.length === undefined || left.from + left.length !== right.from) return undefined;
  return part(left.atom, left.from, right.length === undefined ? undefined : left.length + right.length);
};

const join = (pieces: readonly Piece[]): Piece[] => {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    const both = last === undefined ? undefined : joined(last, piece);
    if (both === undefined) all.push(piece);
    else all[all.length - 1] = both;
  }
  return all.filter((piece) => pieceLength(piece) !== 0);
};

export const concat = (left: Bytes, right: Bytes): Bytes =>
  shapes(
    left.flatMap((first) =>
      right.map((second): readonly [Bool, Bytes] => [
        and(first.when, second.when),
        always(join([...first.pieces, ...second.pieces])),
      ]),
    ),
  );

/** What a string is cut into, and when the cut is possible. */
export interface Cut {
  readonly left: Bytes;
  readonly right: Bytes;
  readonly when: Bool;
}

const cutPiece = (piece: Piece, at: number): readonly [Piece, Piece] | undefined => {
  if (piece.kind === 'literal')
    return [
      intern({ kind: 'literal', bytes: piece.bytes.slice(0, at) }),
      intern({ kind: 'literal', bytes: piece.bytes.slice(at) }),
    ];
  if (piece.kind === 'number') return undefined;
  const rest = piece.length === undefined ? undefined : piece.length - at;
  return [part(piece.atom, piece.from, at), part(piece.atom, piece.from + at, rest)];
};

/** Cuts pieces at a constant place; undefined where the place is inside a piece that cannot be cut. */
const cutShape = ({ when, pieces }: Shape, at: number): Cut | undefined => {
  let start = 0;
  for (const [index, piece] of pieces.entries()) {
    const length = pieceLength(piece);
    if (length !== undefined && start + length < at) {
      start += length;
      continue;
    }
    const inside = at - start;
    const before = pieces.slice(0, index);
    const after = pieces.slice(index + 1);
    if (inside === 0) return { left: always(before), right: always([piece, ...after]), when };
    if (inside === length) return { left: always([...before, piece]), right: always(after), when };
    // Behind a piece of unknown length no place is known.
    if (length === undefined && after.length > 0) return undefined;
    const halves = cutPiece(piece, inside);
    if (halves === undefined) return undefined;
    const enough =
      length === undefined && piece.kind === 'part' ? atMost(int(piece.from + inside), lengthOf(piece.atom)) : TRUE;
    return { left: always([...before, halves[0]]), right: always([halves[1], ...after]), when: and(when, enough) };
  }
  return { left: always(pieces), right: EMPTY, when: and(when, truth(start === at)) };
};

/** Cuts off the last bytes of pieces, a constant number of them; undefined where a piece that cannot be cut is in the way. */
const cutEnd = (pieces: readonly Piece[], count: number): readonly [Bytes, Bytes] | undefined => {
  let left = count;
  for (let index = pieces.length - 1; left > 0; index -= 1) {
    const piece = pieces[index];
    const length = piece && pieceLength(piece);
    if (piece === undefined || length === undefined) return undefined;
    if (length > left) {
      const halves = cutPiece(piece, length - left);
      if (halves === undefined) return undefined;
      return [always([...pieces.slice(0, index), halves[0]]), always([halves[1], ...pieces.slice(index + 1)])];
    }
    left -= length;
    if (left === 0) return [always(pieces.slice(0, index)), always(pieces.slice(index))];
  }
  return undefined;
};

/** Whether a place is a constant number of bytes before the end of a string: that number. */
const beforeEnd = (bytes: Bytes, at: Int): number | undefined =>
  at.op === 'subtract' && at.right.op === 'constant' && at.left === lengthOfBytes(bytes)
    ? Number(at.right.value)
    : undefined;

/** Cuts a string in two. */
export const split = (bytes: Bytes, at: Int): Cut => {
  const [shape] = bytes;
  const count = beforeEnd(bytes, at);
  const ends = bytes.length === 1 && shape && count !== undefined ? cutEnd(shape.pieces, count) : undefined;
  if (ends !== undefined) return { left: ends[0], right: ends[1], when: shape?.when ?? TRUE };
  const cuts = at.op === 'constant' ? bytes.map((shape) => cutShape(shape, Number(at.value))) : [undefined];
  const known = cuts.flatMap((cut) => (cut === undefined ? [] : [cut]));
  if (at.op === 'constant' && at.value >= 0n && known.length === cuts.length)
    return {
      left: shapes(known.map(({ left, when }) => [when, left])),
      right: shapes(known.map(({ right, when }) => [when, right])),
      when: or(...known.map(({ when }) => when)),
    };
  const end = lengthOfBytes(bytes);
  return {
    left: whole({ kind: 'cut', of: bytes, from: ZERO, to: at }),
    right: whole({ kind: 'cut', of: bytes, from: at, to: end }),
    when: and(atMost(ZERO, at), atMost(at, end)),
  };
};

/** A number in a constant count of bytes, and when it fits. */
export const padded = (value: Int, length: number): { readonly bytes: Bytes; readonly when: Bool } => {
  if (value.op === 'constant') {
    const bytes = padNumber(value.value, length);
    return bytes === undefined ? { bytes: EMPTY, when: FALSE } : { bytes: literal(bytes), when: TRUE };
  }
  if (length === 0) return { bytes: EMPTY, when: isZero(value) };
  const limit = power(length * 8 - 1);
  return {
    bytes: always([intern({ kind: 'number', value, length })]),
    when: and(less(value, limit), less(subtract(ZERO, limit), value)),
  };
};

const unsignedPiece = (piece: Piece): Int => {
  switch (piece.kind) {
    case 'literal':
      return int(unsignedOf(piece.bytes));
    case 'part':
      return unsigned(piece.atom, piece.from, piece.length ?? 0);
    case 'number':
      return choose(less(piece.value, ZERO), subtract(power(piece.length * 8 - 1), piece.value), piece.value);
  }
};

/** Returns pieces of constant length as an unsigned little-endian number. */
export const unsignedOfPieces = (pieces: readonly Piece[]): Int => {
  let place = 0;
  const summands: Int[] = [];
  for (const piece of pieces) {
    summands.push(multiply(unsignedPiece(piece), power(place * 8)));
    place += pieceLength(piece) ?? 0;
  }
  return add(...summands);
};

/** The only piece, where it is all of an atom. */
const wholeAtom = (pieces: readonly Piece[]): Atom | undefined => {
  const [piece] = pieces;
  if (pieces.length !== 1 || piece?.kind !== 'part' || piece.from !== 0) return undefined;
  return piece.length === fixedLength(piece.atom) ? piece.atom : undefined;
};

/** An atom for pieces, where only all of them together have a meaning. */
const atomOf = (pieces: readonly Piece[]): Atom =>
  wholeAtom(pieces) ?? intern({ kind: 'cut', of: always(pieces), from: ZERO, to: lengthOfPieces(pieces) });

const numberOfPieces = (pieces: readonly Piece[]): Int => {
  const [first] = pieces;
  const last = pieces.at(-1);
  const length = constantLength(pieces);
  if (pieces.length === 1 && first?.kind === 'literal') return int(decodeNumber(first.bytes));
  if (pieces.length === 1 && first?.kind === 'number') return first.value;
  if (length === 0) return ZERO;
  if (length === undefined) {
    const atom = atomOf(pieces);
    return atom.kind === 'encoded' || atom.kind === 'padded' ? atom.value : numberIn(atom);
  }
  const value = unsignedOfPieces(pieces);
  if (last?.kind === 'literal' && (last.bytes.at(-1) ?? 0) < 0x80) return value;
  const sign = power(length * 8 - 1);
  return choose(less(value, sign), value, subtract(sign, value));
};

/** The number that a string encodes, in the shortest way or not (BIN2NUM). */
export const numberOf = (bytes: Bytes): Int => byShape(bytes, numberOfPieces);

const magnitude = (pieces: readonly Piece[], length: number): Int => {
  const value = unsignedOfPieces(pieces);
  const sign = power(length * 8 - 1);
  return choose(less(value, sign), value, subtract(value, sign));
};

const isShortestPieces = (pieces: readonly Piece[]): Bool => {
  const [first] = pieces;
  if (pieces.length === 1 && first?.kind === 'literal') return truth(isShortest(first.bytes));
  const length = constantLength(pieces);
  if (length === 0) return TRUE;
  if (length === undefined) {
    const atom = atomOf(pieces);
    return atom.kind === 'encoded' ? TRUE : isNumber(atom);
  }
  return not(less(magnitude(pieces, length), length === 1 ? int(1) : power(length * 8 - 9)));
};

/** Whether a string is the shortest encoding of a number, as an operand of arithmetic must be. */
export const isShortestBytes = (bytes: Bytes): Bool =>
  or(...bytes.map(({ when, pieces }) => and(when, isShortestPieces(pieces))));

const isTruthyPieces = (pieces: readonly Piece[]): Bool => {
  const length = constantLength(pieces);
  if (length === 0) return FALSE;
  return length === undefined ? isTruthy(atomOf(pieces)) : not(isZero(magnitude(pieces, length)));
};

/** Whether a string counts as true. */
export const truthOf = (bytes: Bytes): Bool =>
  or(...bytes.map(({ when, pieces }) => and(when, isTruthyPieces(pieces))));

const samePieces = (left: readonly Piece[], right: readonly Piece[]): Bool => {
  if (left === right) return TRUE;
  const lengths = [constantLength(left), constantLength(right)];
  if (lengths[0] !== undefined && lengths[1] !== undefined && lengths[0] !== lengths[1]) return FALSE;
  const literals = [left, right].every((pieces) => pieces.every(({ kind }) => kind === 'literal'));
  // Neighbouring literals are one, and equal strings are the same object.
  return literals ? FALSE : intern({ op: 'same', left: always(left), right: always(right) });
};

/** Whether two strings are equal. */
export const same = (left: Bytes, right: Bytes): Bool =>
  or(
    ...left.flatMap((first) =>
      right.map((second) => and(first.when, second.when, samePieces(first.pieces, second.pieces))),
    ),
  );
