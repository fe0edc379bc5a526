import type { RecipientProblem } from '../lists/list-problem.js';

/** Length of a public key hash, bytes. */
export const HASH_LENGTH = 20;

/**
 * Reads a recipient's address: writes its 20-byte public key hash to `target` from `offset` on, or returns what is
 * wrong. It allocates nothing, since it is called a million times.
 */
export type AddressReader = (text: string, target: Uint8Array, offset: number) => RecipientProblem | undefined;

/** Of all networks. */
const PREFIXES: ReadonlySet<string> = new Set(['bitcoincash', 'bchtest', 'bchreg']);

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const NONE = 0xff;
const SYMBOLS = new Uint8Array(128).fill(NONE);
for (const [value, letter] of Array.from(ALPHABET).entries()) SYMBOLS[letter.charCodeAt(0)] = value;

/** Symbols of a P2PKH payload: 34 for a version byte and 20 bytes, and 8 of checksum. */
const PAYLOAD_SYMBOLS = 42;
const P2PKH_VERSION = 0x00;
const TOKEN_P2PKH_VERSION = 0x10;

// The checksum is a remainder of 40 bits over GF(32) (CashAddr specification, "Checksum"), kept in two halves of 20 bits:
// numbers of 40 bits are floating-point ones and slow.
const GENERATOR_HIGH = [0x98f2b, 0x79b76, 0xf33e5, 0xae2ea, 0x1e4f4];
const GENERATOR_LOW = [0xc8e61, 0xd99e2, 0xfb3c4, 0xbe2a8, 0x3e470];
const combined = (generators: readonly number[]): Uint32Array =>
  Uint32Array.from({ length: 32 }, (_, bits) =>
    generators.reduce((sum, each, i) => (((bits >> i) & 1) === 1 ? sum ^ each : sum), 0),
  );
const FEEDBACK_HIGH = combined(GENERATOR_HIGH);
const FEEDBACK_LOW = combined(GENERATOR_LOW);

class Checksum {
  high = 0;
  low = 1;

  add(symbol: number): void {
    const feedback = this.high >> 15;
    this.high = (((this.high & 0x7fff) << 5) | (this.low >> 15)) ^ (FEEDBACK_HIGH[feedback] ?? 0);
    this.low = (((this.low & 0x7fff) << 5) | symbol) ^ (FEEDBACK_LOW[feedback] ?? 0);
  }

  /** Whether everything added, the checksum last, is consistent. */
  get holds(): boolean {
    return this.high === 0 && this.low === 1;
  }
}

const symbolAt = (text: string, at: number): number => SYMBOLS[text.charCodeAt(at)] ?? NONE;

/** Returns the version byte of a payload. Eight symbols are five bytes: the version, then the hash. */
const versionAt = (text: string, start: number): number =>
  (symbolAt(text, start) << 3) | (symbolAt(text, start + 1) >> 2);
const copyHash = (text: string, start: number, target: Uint8Array, offset: number): void => {
  let bits = symbolAt(text, start + 1) & 0x03;
  let count = 2;
  let to = offset;
  for (let at = start + 2; to < offset + HASH_LENGTH; at += 1) {
    bits = ((bits << 5) | symbolAt(text, at)) & 0xfff;
    count += 5;
    if (count >= 8) {
      count -= 8;
      target[to] = (bits >> count) & 0xff;
      to += 1;
    }
  }
};

/**
 * Creates a reader of one network's cash addresses: P2PKH, plain or token-aware, the prefix optional, all in lower or
 * all in upper case.
 *
 * @param prefix without colon: `bitcoincash`, `bchtest` or `bchreg`
 */
export const cashAddresses = (prefix: string): AddressReader => {
  const initial = new Checksum();
  for (const letter of prefix) initial.add(letter.charCodeAt(0) & 0x1f);
  initial.add(0);
  const checksum = new Checksum();

  const read: AddressReader = (text, target, offset) => {
    const colon = text.indexOf(':');
    if (colon !== -1 && text.slice(0, colon) !== prefix) {
      const lower = text.toLowerCase();
      if (lower !== text && text === text.toUpperCase()) return read(lower, target, offset);
      return PREFIXES.has(text.slice(0, colon)) ? 'WRONG_NETWORK' : 'BAD_ADDRESS';
    }
    const start = colon + 1;
    checksum.high = initial.high;
    checksum.low = initial.low;
    for (let at = start; at < text.length; at += 1) {
      const symbol = symbolAt(text, at);
      if (symbol === NONE) {
        const lower = text.toLowerCase();
        return lower !== text && text === text.toUpperCase() ? read(lower, target, offset) : 'BAD_ADDRESS';
      }
      checksum.add(symbol);
    }
    if (text.length === start || !checksum.holds) return 'BAD_ADDRESS';
    const version = versionAt(text, start);
    if (text.length - start !== PAYLOAD_SYMBOLS || (version !== P2PKH_VERSION && version !== TOKEN_P2PKH_VERSION))
      return 'NOT_P2PKH';
    // 34 symbols are 170 bits, two more than 21 bytes: they must be zero, or two texts would name one recipient.
    if ((symbolAt(text, start + 33) & 0x03) !== 0) return 'BAD_ADDRESS';
    copyHash(text, start, target, offset);
    return undefined;
  };
  return read;
};
