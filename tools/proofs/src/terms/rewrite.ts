import { and, equal, isNumber, isTruthy, less, not, or, signed } from './bool.js';
import { same, shapes } from './bytes.js';
import { add, choose, divide, field, lengthOf, multiply, numberIn, remainder, subtract, unsigned } from './int.js';
import { intern } from './intern.js';
import type { Atom, Bool, Bytes, Int, Piece } from './term.js';

const OPERATIONS = { add, subtract, multiply, divide, remainder } as const;

/** Replacements of terms at every occurrence. */
export interface Replacements {
  readonly ints?: ReadonlyMap<Int, Int>;
  readonly bools?: ReadonlyMap<Bool, Bool>;
}

/** Returns functions that replace terms within terms. The outermost occurrence is replaced. */
export const rewriter = ({ ints = new Map(), bools = new Map() }: Replacements) => {
  const knownInts = new Map<Int, Int>(ints);
  const knownBools = new Map<Bool, Bool>(bools);

  const atom = (of: Atom): Atom => {
    switch (of.kind) {
      case 'read':
        return intern({ ...of, index: int(of.index) });
      case 'given':
        return of;
      case 'hash':
      case 'reversed':
        return intern({ ...of, of: bytes(of.of) });
      case 'cut':
        return intern({ ...of, of: bytes(of.of), from: int(of.from), to: int(of.to) });
      case 'encoded':
        return intern({ ...of, value: int(of.value) });
      case 'padded':
        return intern({ ...of, value: int(of.value), size: int(of.size) });
      case 'bitwise':
        return intern({ ...of, left: bytes(of.left), right: bytes(of.right) });
    }
  };

  const piece = (of: Piece): Piece => {
    if (of.kind === 'literal') return of;
    return of.kind === 'number' ? intern({ ...of, value: int(of.value) }) : intern({ ...of, atom: atom(of.atom) });
  };

  const bytes = (of: Bytes): Bytes =>
    shapes(
      of.map(({ when, pieces }) => [
        bool(when),
        intern([intern({ when: intern({ op: 'true' as const }), pieces: intern(pieces.map(piece)) })]),
      ]),
    );

  const newInt = (of: Int): Int => {
    switch (of.op) {
      case 'constant':
      case 'variable':
        return of;
      case 'field':
        return of.index === undefined ? of : field(of.field, int(of.index));
      case 'choose':
        return choose(bool(of.when), int(of.then), int(of.otherwise));
      case 'length':
        return lengthOf(atom(of.of));
      case 'number':
        return numberIn(atom(of.of));
      case 'unsigned':
        return unsigned(atom(of.of), of.from, of.length);
      default:
        return OPERATIONS[of.op](int(of.left), int(of.right));
    }
  };

  const newBool = (of: Bool): Bool => {
    switch (of.op) {
      case 'true':
      case 'false':
      case 'flag':
        return of;
      case 'not':
        return not(bool(of.of));
      case 'and':
        return and(bool(of.left), bool(of.right));
      case 'or':
        return or(bool(of.left), bool(of.right));
      case 'equal':
        return equal(int(of.left), int(of.right));
      case 'less':
        return less(int(of.left), int(of.right));
      case 'same':
        return same(bytes(of.left), bytes(of.right));
      case 'isNumber':
        return isNumber(atom(of.of));
      case 'isTruthy':
        return isTruthy(atom(of.of));
      case 'signed':
        return signed(bytes(of.signature), bytes(of.key), of.message && bytes(of.message));
    }
  };

  const int = (of: Int): Int => {
    const known = knownInts.get(of);
    if (known !== undefined) return known;
    const made = newInt(of);
    knownInts.set(of, made);
    return made;
  };

  const bool = (of: Bool): Bool => {
    const known = knownBools.get(of);
    if (known !== undefined) return known;
    const made = newBool(of);
    knownBools.set(of, made);
    return made;
  };

  return { int, bool, bytes };
};
