/** Why a text is not a valid recipient. */
export type AddressProblem = 'BAD_ADDRESS' | 'WRONG_NETWORK' | 'NOT_P2PKH';

/** A public key hash as five 32-bit numbers. */
export const HASH_WORDS = 5;

/**
 * Parses an address: writes its hash into `target`, or returns the problem. Allocates nothing, since it is called a
 * million times.
 */
export type AddressReader = (text: string, target: Uint32Array) => AddressProblem | undefined;

const ALPHABET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const NONE = 0xff;
const SYMBOLS = new Uint8Array(128).fill(NONE);
for (const [value, letter] of Array.from(ALPHABET).entries()) SYMBOLS[letter.charCodeAt(0)] = value;

/** Symbols of a key's address: version byte and 20 bytes in 34 symbols, and 8 of checksum. */
const KEY_SYMBOLS = 42;
/** Version bytes of a key's hash, plain and token-aware. */
const VERSIONS: ReadonlySet<number> = new Set([0x00, 0x10]);

// The checksum is a 40-bit remainder over GF(32) (CashAddr specification, "Checksum"), kept as two halves of 20 bits: bitwise
// operators work on 32 bits.
const HIGH = [0x98f2b, 0x79b76, 0xf33e5, 0xae2ea, 0x1e4f4];
const LOW = [0xc8e61, 0xd99e2, 0xfb3c4, 0xbe2a8, 0x3e470];
const combined = (generators: readonly number[]): Uint32Array =>
  Uint32Array.from({ length: 32 }, (_, bits) =>
    generators.reduce((sum, each, i) => (((bits >> i) & 1) === 1 ? sum ^ each : sum), 0),
  );
const FEEDBACK_HIGH = combined(HIGH);
const FEEDBACK_LOW = combined(LOW);

/** An incremental checksum. */
class Checksum {
  high = 0;
  low = 1;

  add(symbol: number): void {
    const feedback = this.high >> 15;
    this.high = (((this.high & 0x7fff) << 5) | (this.low >> 15)) ^ (FEEDBACK_HIGH[feedback] ?? 0);
    this.low = (((this.low & 0x7fff) << 5) | symbol) ^ (FEEDBACK_LOW[feedback] ?? 0);
  }

  /** Whether the symbols added so far, which end with the checksum, are valid. */
  get holds(): boolean {
    return this.high === 0 && this.low === 1;
  }
}

const symbolAt = (text: string, at: number): number => SYMBOLS[text.charCodeAt(at)] ?? NONE;

const copyHash = (text: string, start: number, target: Uint32Array): void => {
  // The hash begins with the last two bits of the second symbol; the bits before them are the version byte.
  let bits = symbolAt(text, start + 1) & 0x03;
  let count = 2;
  let word = 0;
  let byte = 0;
  for (let at = start + 2; byte < HASH_WORDS * 4; at += 1) {
    bits = ((bits << 5) | symbolAt(text, at)) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    word = (word << 8) | ((bits >> count) & 0xff);
    byte += 1;
    if (byte % 4 === 0) target[byte / 4 - 1] = word;
  }
};

/**
 * Creates a parser of addresses as the service accepts them for recipients: one network, single keys, plain or
 * token-aware, optional prefix, all lower or all upper case.
 *
 * @param prefix the network's prefix, without colon
 */
export const addressReader = (prefix: string): AddressReader => {
  const initial = new Checksum();
  for (const letter of prefix) initial.add(letter.charCodeAt(0) & 0x1f);
  initial.add(0);
  const checksum = new Checksum();

  /** Retries an all upper-case address in lower case; otherwise returns the problem. */
  const otherwise = (text: string, target: Uint32Array, problem: AddressProblem): AddressProblem | undefined => {
    const lower = text.toLowerCase();
    return lower !== text && text === text.toUpperCase() ? read(lower, target) : problem;
  };
  const read: AddressReader = (text, target) => {
    const colon = text.indexOf(':');
    if (colon !== -1 && text.slice(0, colon) !== prefix) return otherwise(text, target, 'WRONG_NETWORK');
    const start = colon + 1;
    checksum.high = initial.high;
    checksum.low = initial.low;
    for (let at = start; at < text.length; at += 1) {
      const symbol = symbolAt(text, at);
      if (symbol === NONE) return otherwise(text, target, 'BAD_ADDRESS');
      checksum.add(symbol);
    }
    if (text.length === start || !checksum.holds) return 'BAD_ADDRESS';
    const version = (symbolAt(text, start) << 3) | (symbolAt(text, start + 1) >> 2);
    if (text.length - start !== KEY_SYMBOLS || !VERSIONS.has(version)) return 'NOT_P2PKH';
    // 34 symbols are 170 bits, two more than 21 bytes: they must be zero, or two texts would name one recipient.
    if ((symbolAt(text, start + 33) & 0x03) !== 0) return 'BAD_ADDRESS';
    copyHash(text, start, target);
    return undefined;
  };
  return read;
};
