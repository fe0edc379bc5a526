/**
 * Terms that a script computes with: exact integers, truth values and byte strings. Every integer and truth value is
 * made once: equal terms are the same object, so they are compared by `===` and rewritten with a plain map.
 */

/** What a script reads of a transaction as a number. Fields of a coin or an output have an index, others have none. */
export type Field =
  | 'utxoValue'
  | 'outputValue'
  | 'utxoUnits'
  | 'outputUnits'
  /** 0 no token, 1 fungible tokens alone or an immutable NFT (a script cannot distinguish them), 2 mutable, 3 minting. */
  | 'utxoTokenKind'
  | 'outputTokenKind'
  | 'sequence'
  | 'outpointIndex'
  | 'activeIndex'
  | 'locktime'
  | 'version'
  | 'inputCount'
  | 'outputCount';

/** Byte strings that a script reads of a transaction. Category ids are 32 bytes, without the capability. */
export type Source =
  | 'utxoBytecode'
  | 'outputBytecode'
  | 'utxoCommitment'
  | 'outputCommitment'
  | 'utxoCategory'
  | 'outputCategory'
  | 'outpointHash'
  | 'inputBytecode';

export type HashFunction = 'hash160' | 'hash256' | 'sha256' | 'ripemd160' | 'sha1';

/** A byte string that is known only by where it comes from. */
export type Atom =
  /** Of a transaction. The length is given where a claim assumes one. */
  | { readonly kind: 'read'; readonly source: Source; readonly index: Int; readonly length: number | undefined }
  /** A constructor parameter, or an argument of the unlocking script. */
  | { readonly kind: 'given'; readonly name: string; readonly length: number | undefined }
  | { readonly kind: 'hash'; readonly function: HashFunction; readonly of: Bytes }
  /** A cut at places that are not constants: `from` inclusive, `to` exclusive. */
  | { readonly kind: 'cut'; readonly of: Bytes; readonly from: Int; readonly to: Int }
  /** The shortest encoding of a number as the script's. */
  | { readonly kind: 'encoded'; readonly value: Int }
  /** The bytes of `NUM2BIN` for a length that is not a constant. */
  | { readonly kind: 'padded'; readonly value: Int; readonly size: Int }
  | { readonly kind: 'bitwise'; readonly operation: 'and' | 'or' | 'xor'; readonly left: Bytes; readonly right: Bytes }
  | { readonly kind: 'reversed'; readonly of: Bytes };

export type Piece =
  | { readonly kind: 'literal'; readonly bytes: Uint8Array }
  /** Bytes of an atom from a place on; to its end where no length is given. */
  | { readonly kind: 'part'; readonly atom: Atom; readonly from: number; readonly length: number | undefined }
  /** A number in a fixed number of bytes, sign and magnitude, little-endian. */
  | { readonly kind: 'number'; readonly value: Int; readonly length: number };

/** One shape that a byte string has under a condition. */
export interface Shape {
  readonly when: Bool;
  readonly pieces: readonly Piece[];
}

/** A byte string: its shapes, whose conditions exclude each other. Where none holds, the string cannot be. */
export type Bytes = readonly Shape[];

export type Int =
  | { readonly op: 'constant'; readonly value: bigint }
  | { readonly op: 'variable'; readonly name: string }
  | {
      readonly op: 'add' | 'subtract' | 'multiply' | 'divide' | 'remainder';
      readonly left: Int;
      readonly right: Int;
    }
  | { readonly op: 'choose'; readonly when: Bool; readonly then: Int; readonly otherwise: Int }
  | { readonly op: 'field'; readonly field: Field; readonly index: Int | undefined }
  | { readonly op: 'length'; readonly of: Atom }
  /** The number that all of an atom's bytes encode, in the shortest way or not. */
  | { readonly op: 'number'; readonly of: Atom }
  /** Bytes of an atom, at constant places, as an unsigned little-endian number. */
  | { readonly op: 'unsigned'; readonly of: Atom; readonly from: number; readonly length: number };

export type Bool =
  | { readonly op: 'true' }
  | { readonly op: 'false' }
  | { readonly op: 'flag'; readonly name: string }
  | { readonly op: 'not'; readonly of: Bool }
  | { readonly op: 'and' | 'or'; readonly left: Bool; readonly right: Bool }
  | { readonly op: 'equal' | 'less'; readonly left: Int; readonly right: Int }
  | { readonly op: 'same'; readonly left: Bytes; readonly right: Bytes }
  /** Whether an atom's bytes are the shortest encoding of a number. */
  | { readonly op: 'isNumber'; readonly of: Atom }
  /** Whether any bit of an atom is set, but for the sign bit of its last byte. */
  | { readonly op: 'isTruthy'; readonly of: Atom }
  /** A signature of the transaction, or of a message where one is given. */
  | { readonly op: 'signed'; readonly signature: Bytes; readonly key: Bytes; readonly message: Bytes | undefined };
