import { constantLength, lengthOfPieces, pieceLength } from '../terms/bytes.js';
import { fixedLength } from '../terms/int.js';
import { unsignedOf } from '../terms/script-number.js';
import type { Atom, Bool, Bytes, Field, Int, Piece } from '../terms/term.js';

/**
 * Writes terms as SMT-LIB. Integers are the solver's. A byte string is the integer 256^length + its bytes as an unsigned
 * little-endian number: one for each string, and no other has it. `(bytes s from length)` are some bytes of a string as
 * a number; functions of strings are uninterpreted. In this reading every formula says exactly what its term says, so
 * what has no model has no transaction either.
 */

const number = (value: bigint): string => (value < 0n ? `(- ${(-value).toString()})` : value.toString());

const codeOf = (bytes: Uint8Array): string => number((1n << BigInt(bytes.length * 8)) + unsignedOf(bytes));

const MAX_U32 = 0xffff_ffffn;

/** What values a field can have, by the rules of the ledger. */
const RANGES: Readonly<Record<Field, readonly [bigint, bigint]>> = {
  utxoValue: [0n, 2_100_000_000_000_000n],
  outputValue: [0n, 2_100_000_000_000_000n],
  utxoUnits: [0n, (1n << 63n) - 1n],
  outputUnits: [0n, (1n << 63n) - 1n],
  utxoTokenKind: [0n, 3n],
  outputTokenKind: [0n, 3n],
  sequence: [0n, MAX_U32],
  outpointIndex: [0n, MAX_U32],
  activeIndex: [0n, MAX_U32],
  locktime: [0n, MAX_U32],
  version: [1n, 2n],
  inputCount: [1n, MAX_U32],
  outputCount: [1n, MAX_U32],
};

/** Division as of scripts: towards zero. */
const PRELUDE = `(set-logic ALL)
(define-fun quotient ((a Int) (b Int)) Int
  (ite (>= a 0) (ite (> b 0) (div a b) (- (div a (- b)))) (ite (> b 0) (- (div (- a) b)) (div (- a) (- b)))))
(define-fun remainder ((a Int) (b Int)) Int (- a (* b (quotient a b))))`;

const ATOMS_OF_ONE_LAYOUT = new Set(['utxoCommitment', 'outputCommitment']);

/** Atoms of one class are cut at the same places: commitments of coins and of outputs are compared with each other. */
const classOf = (atom: Atom): string => {
  if (atom.kind === 'read') return ATOMS_OF_ONE_LAYOUT.has(atom.source) ? 'commitment' : atom.source;
  if (atom.kind === 'hash') return atom.function;
  return atom.kind === 'given' ? `given ${atom.name}` : atom.kind;
};

/** The atom that a piece is all of. */
const wholeOf = (piece: Piece | undefined): Atom | undefined =>
  piece?.kind === 'part' && piece.from === 0 && piece.length === fixedLength(piece.atom) ? piece.atom : undefined;

/** The places at which strings are cut, by their class. */
class Cuts {
  readonly #places = new Map<string, Set<number>>();
  readonly #seen = new Set<object>();

  add(atom: Atom, from: number, to: number): void {
    const key = classOf(atom);
    const places = this.#places.get(key) ?? new Set<number>();
    this.#places.set(key, places.add(from).add(to));
  }

  /** Places strictly within a part of an atom. */
  within(atom: Atom, from: number, to: number): number[] {
    const places = this.#places.get(classOf(atom)) ?? new Set();
    return [...places].filter((place) => place > from && place < to).sort((a, b) => a - b);
  }

  has(atom: Atom): boolean {
    return this.#places.has(classOf(atom));
  }

  /** Collects from any value that contains terms. */
  collect(value: unknown): void {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array || this.#seen.has(value)) return;
    this.#seen.add(value);
    const term = value as Partial<Piece> | Partial<Int>;
    if ('kind' in term && term.kind === 'part' && term.atom !== undefined && term.length !== undefined) {
      const from = term.from ?? 0;
      if (wholeOf(value as Piece) === undefined) this.add(term.atom, from, from + term.length);
    }
    if ('op' in term && term.op === 'unsigned' && term.of !== undefined) {
      const from = term.from ?? 0;
      this.add(term.of, from, from + (term.length ?? 0));
    }
    for (const each of Object.values(value)) this.collect(each);
  }
}

/** A stretch of a string, and its bytes as a number. */
interface Cell {
  readonly length: number;
  readonly text: string;
  /** The atom that it is all of. */
  readonly whole?: Atom;
}

/** Writes one set of assertions. */
class Writer {
  readonly #definitions: string[] = [];
  readonly #facts = new Set<string>();
  readonly #declared = new Map<string, string>();
  readonly #ints = new Map<Int, string>();
  readonly #bools = new Map<Bool, string>();
  #count = 0;

  constructor(private readonly cuts: Cuts) {}

  #declare(name: string, signature: string): string {
    this.#declared.set(name, `(declare-fun ${name} ${signature})`);
    return name;
  }

  #constant(kind: string, name: string, sort = 'Int'): string {
    return this.#declare(`|${kind}${name}|`, `() ${sort}`);
  }

  #apply(name: string, ...values: readonly string[]): string {
    this.#declare(name, `(${values.map(() => 'Int').join(' ')}) Int`);
    return `(${name} ${values.join(' ')})`;
  }

  #fact(text: string): void {
    this.#facts.add(`(assert ${text})`);
  }

  #between(text: string, [least, most]: readonly [bigint, bigint]): void {
    this.#fact(`(<= ${number(least)} ${text} ${number(most)})`);
  }

  #define(text: string, sort: 'Int' | 'Bool'): string {
    this.#count += 1;
    const name = `t${this.#count}`;
    this.#definitions.push(`(define-fun ${name} () ${sort} ${text})`);
    return name;
  }

  #bytesAt(atom: Atom, from: number, length: number): string {
    const text = this.#apply('bytes', this.atom(atom), from.toString(), length.toString());
    this.#between(text, [0n, (1n << BigInt(length * 8)) - 1n]);
    return text;
  }

  /** A part of an atom in the stretches between the places where its class is cut. */
  #cellsOf(atom: Atom, from: number, length: number): Cell[] {
    const places = [from, ...this.cuts.within(atom, from, from + length), from + length];
    return places.slice(1).map((to, index) => {
      const start = places[index] ?? 0;
      const text = this.#bytesAt(atom, start, to - start);
      return { length: to - start, text, ...(to - start === fixedLength(atom) ? { whole: atom } : {}) };
    });
  }

  #sum(cells: readonly Cell[]): string {
    let place = 0n;
    const summands = cells.map(({ length, text }) => {
      const weight = 1n << (place * 8n);
      place += BigInt(length);
      return weight === 1n ? text : `(* ${number(weight)} ${text})`;
    });
    if (summands.length === 0) return '0';
    return summands.length === 1 ? (summands[0] ?? '0') : `(+ ${summands.join(' ')})`;
  }

  #cells(piece: Piece): Cell[] {
    switch (piece.kind) {
      case 'literal':
        return [...piece.bytes].map((byte) => ({ length: 1, text: byte.toString() }));
      case 'number': {
        const value = this.int(piece.value);
        const sign = number(1n << BigInt(piece.length * 8 - 1));
        return [{ length: piece.length, text: `(ite (>= ${value} 0) ${value} (- ${sign} ${value}))` }];
      }
      case 'part':
        return this.#cellsOf(piece.atom, piece.from, piece.length ?? 0);
    }
  }

  /** Compares stretch by stretch, between the places where both sides are cut. */
  #sameCells(left: readonly Cell[], right: readonly Cell[]): string {
    const equalities: string[] = [];
    const rests: readonly [Cell[], Cell[]] = [[...left], [...right]];
    while (rests[0].length > 0) {
      const groups: readonly [Cell[], Cell[]] = [[], []];
      const lengths = [0, 0];
      do {
        const side = (lengths[0] ?? 0) <= (lengths[1] ?? 0) ? 0 : 1;
        const next = rests[side].shift();
        if (next === undefined) throw new Error('Strings of different lengths are compared');
        groups[side].push(next);
        lengths[side] = (lengths[side] ?? 0) + next.length;
      } while (lengths[0] !== lengths[1]);
      const [first, second] = groups.map((cells) => (cells.length === 1 ? cells[0]?.whole : undefined));
      equalities.push(
        first === undefined || second === undefined
          ? `(= ${this.#sum(groups[0])} ${this.#sum(groups[1])})`
          : `(= ${this.atom(first)} ${this.atom(second)})`,
      );
    }
    return equalities.length === 0 ? 'true' : `(and ${equalities.join(' ')})`;
  }

  #length(of: Atom): string {
    const length = fixedLength(of);
    if (length !== undefined) return length.toString();
    const text = this.#apply('length', this.atom(of));
    this.#fact(`(>= ${text} 0)`);
    return text;
  }

  #same(left: readonly Piece[], right: readonly Piece[]): string {
    const [first, second] = [left, right].map((pieces) => (pieces.length === 1 ? wholeOf(pieces[0]) : undefined));
    if (first !== undefined && second !== undefined) return `(= ${this.atom(first)} ${this.atom(second)})`;
    const lengths = [constantLength(left), constantLength(right)];
    if (lengths[0] !== undefined && lengths[1] !== undefined)
      return this.#sameCells(
        left.flatMap((piece) => this.#cells(piece)),
        right.flatMap((piece) => this.#cells(piece)),
      );
    if (lengths[0] !== undefined) return this.#same(right, left);
    if (first !== undefined && lengths[1] !== undefined) return this.#isAtom(first, right, lengths[1]);
    const code = lengths[1] === undefined ? undefined : this.#endsIn(left, right, lengths[1]);
    return code ?? `(= ${this.pieces(left)} ${this.pieces(right)})`;
  }

  /** Pieces of unknown length are a string of known length; undefined where nothing of it is known but that they are equal. */
  #endsIn(left: readonly Piece[], right: readonly Piece[], length: number): string | undefined {
    const open = left.filter((piece) => pieceLength(piece) === undefined);
    const [rest] = open;
    if (rest?.kind !== 'part' || open.length > 1) {
      // Equal strings have one length, which says where a cut may have been.
      const isCut = open.every((piece) => piece.kind === 'part' && piece.atom.kind === 'cut');
      const equality = `(= ${this.pieces(left)} ${this.pieces(right)})`;
      return isCut ? `(and ${equality} (= ${this.int(lengthOfPieces(left))} ${length}))` : undefined;
    }
    if (rest.atom.kind === 'cut') return undefined;
    const known = constantLength(left.filter((piece) => piece !== rest)) ?? 0;
    if (known > length) return 'false';
    const closed: Piece = { ...rest, length: length - known };
    const cells = this.#sameCells(
      left.flatMap((piece) => this.#cells(piece === rest ? closed : piece)),
      right.flatMap((piece) => this.#cells(piece)),
    );
    return `(and (= ${this.#length(rest.atom)} ${rest.from + length - known}) ${cells})`;
  }

  /** An atom of unknown length is a string of known length. */
  #isAtom(atom: Atom, pieces: readonly Piece[], length: number): string {
    const code = `(= ${this.atom(atom)} ${this.pieces(pieces)})`;
    const isLiteral = pieces.every(({ kind }) => kind === 'literal');
    if (isLiteral && !this.cuts.has(atom)) return code;
    const part: Piece = { kind: 'part', atom, from: 0, length };
    const cells = this.#sameCells(
      this.#cells(part),
      pieces.flatMap((piece) => this.#cells(piece)),
    );
    return `(and (= ${this.#length(atom)} ${length}) ${cells})`;
  }

  /** The integer that stands for pieces. */
  pieces(pieces: readonly Piece[]): string {
    const [first, ...more] = pieces;
    if (first === undefined) return codeOf(new Uint8Array());
    if (more.length > 0) return this.#apply(`join${pieces.length}`, ...pieces.map((piece) => this.pieces([piece])));
    if (first.kind === 'literal') return codeOf(first.bytes);
    if (first.kind === 'number') return this.#apply('inBytes', this.int(first.value), first.length.toString());
    const all = wholeOf(first);
    if (all !== undefined) return this.atom(all);
    const length = pieceLength(first);
    const from = first.from.toString();
    return length === undefined
      ? this.#apply('rest', this.atom(first.atom), from)
      : this.#apply('slice', this.atom(first.atom), from, length.toString());
  }

  code(bytes: Bytes): string {
    return bytes.reduceRight(
      (rest, { when, pieces }) =>
        rest === '' ? this.pieces(pieces) : `(ite ${this.bool(when)} ${this.pieces(pieces)} ${rest})`,
      '',
    );
  }

  /** The integer that stands for an atom. */
  atom(atom: Atom): string {
    switch (atom.kind) {
      case 'read':
        return this.#apply(atom.source, this.int(atom.index));
      case 'given':
        return this.#constant('string ', atom.name);
      case 'hash':
        return this.#apply(atom.function, this.code(atom.of));
      case 'cut':
        return this.#apply('cut', this.code(atom.of), this.int(atom.from), this.int(atom.to));
      case 'encoded':
        return this.#apply('encoded', this.int(atom.value));
      case 'padded':
        return this.#apply('padded', this.int(atom.value), this.int(atom.size));
      case 'bitwise':
        return this.#apply(`bitwise_${atom.operation}`, this.code(atom.left), this.code(atom.right));
      case 'reversed':
        return this.#apply('reversed', this.code(atom.of));
    }
  }

  #field(name: Field, index: Int | undefined): string {
    const text = index === undefined ? this.#declare(name, '() Int') : this.#apply(name, this.int(index));
    this.#between(text, RANGES[name]);
    // Without a token there are no units of it.
    if (name === 'utxoUnits' || name === 'outputUnits') {
      const kind = name === 'utxoUnits' ? 'utxoTokenKind' : 'outputTokenKind';
      this.#fact(`(=> (= ${this.#field(kind, index)} 0) (= ${text} 0))`);
    }
    return text;
  }

  #writeInt(term: Int): string {
    switch (term.op) {
      case 'constant':
        return number(term.value);
      case 'variable':
        return this.#constant('', term.name);
      case 'field':
        return this.#field(term.field, term.index);
      case 'length':
        return this.#length(term.of);
      case 'number':
        return this.#apply('number', this.atom(term.of));
      case 'unsigned':
        return this.#sum(this.#cellsOf(term.of, term.from, term.length));
      case 'choose':
        return this.#define(`(ite ${this.bool(term.when)} ${this.int(term.then)} ${this.int(term.otherwise)})`, 'Int');
      case 'add':
        return `(+ ${this.int(term.left)} ${this.int(term.right)})`;
      case 'subtract':
        return `(- ${this.int(term.left)} ${this.int(term.right)})`;
      case 'multiply':
        return this.#define(`(* ${this.int(term.left)} ${this.int(term.right)})`, 'Int');
      case 'divide':
        return this.#define(`(quotient ${this.int(term.left)} ${this.int(term.right)})`, 'Int');
      case 'remainder':
        return this.#define(`(remainder ${this.int(term.left)} ${this.int(term.right)})`, 'Int');
    }
  }

  #writeBool(term: Bool): string {
    switch (term.op) {
      case 'true':
      case 'false':
        return term.op;
      case 'flag':
        return this.#constant('', term.name, 'Bool');
      case 'not':
        return `(not ${this.bool(term.of)})`;
      case 'and':
      case 'or':
        return `(${term.op} ${this.bool(term.left)} ${this.bool(term.right)})`;
      case 'equal':
        return `(= ${this.int(term.left)} ${this.int(term.right)})`;
      case 'less':
        return `(< ${this.int(term.left)} ${this.int(term.right)})`;
      case 'same':
        return this.#same(term.left[0]?.pieces ?? [], term.right[0]?.pieces ?? []);
      case 'isNumber':
      case 'isTruthy':
        return `(= 1 ${this.#apply(term.op, this.atom(term.of))})`;
      case 'signed': {
        const of = term.message === undefined ? [] : [this.code(term.message)];
        return `(= 1 ${this.#apply(`signed${of.length}`, this.code(term.signature), this.code(term.key), ...of)})`;
      }
    }
  }

  int(term: Int): string {
    const known = this.#ints.get(term);
    if (known !== undefined) return known;
    const text = this.#writeInt(term);
    this.#ints.set(term, text);
    return text;
  }

  bool(term: Bool): string {
    const known = this.#bools.get(term);
    if (known !== undefined) return known;
    const written = this.#writeBool(term);
    const text = term.op === 'and' || term.op === 'or' ? this.#define(written, 'Bool') : written;
    this.#bools.set(term, text);
    return text;
  }

  text(assertions: readonly string[]): string {
    return [
      PRELUDE,
      ...this.#declared.values(),
      ...this.#definitions,
      ...this.#facts,
      ...assertions,
      '(check-sat)',
      '',
    ].join('\n');
  }
}

/** Returns the question whether some transaction satisfies all of the assertions. */
export const writeSmt = (assertions: readonly Bool[]): string => {
  const cuts = new Cuts();
  cuts.collect(assertions);
  const writer = new Writer(cuts);
  return writer.text(assertions.map((assertion) => `(assert ${writer.bool(assertion)})`));
};
