const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
/** Code units of the escapes of one letter, by the letter. */
const LETTERS: Readonly<Record<string, number>> = {
  '"': 0x22,
  '\\': 0x5c,
  '/': 0x2f,
  b: 0x08,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
};
/** Characters of an escape by number: `\u` and four digits. */
const NUMBERED = 6;
const HEX_DIGIT = /^[\da-f]$/iu;
/** What begins in one piece and is written with the next takes no more than this, bytes. */
const CARRIED = 16;

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000;

const malformed = (): SyntaxError => new SyntaxError('The text is no string of JSON');

/** What a piece of a body has of a string. */
export interface JsonTextPiece {
  /** UTF-8. */
  readonly text: Uint8Array;
  /** What comes after the closing quote; undefined while the string goes on. */
  readonly rest: Uint8Array | undefined;
}

/**
 * Reads a string of JSON from behind its opening quote on, piece by piece, and keeps none of it. Bytes that are no UTF-8 pass as
 * they are; half a surrogate pair becomes U+FFFD.
 */
export class JsonText {
  /** An escape so far, its backslash included; empty outside of one. */
  #escape = '';
  /** The first half of a surrogate pair whose second half is to come; 0 for none. */
  #high = 0;

  /** @throws SyntaxError */
  read(bytes: Uint8Array): JsonTextPiece {
    const text = Buffer.allocUnsafe(bytes.length + CARRIED);
    let length = 0;
    const write = (code: number): void => {
      length += text.write(String.fromCodePoint(code), length);
    };
    const writeHalf = (): void => {
      if (this.#high !== 0) write(this.#high);
      this.#high = 0;
    };
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (this.#escape === '' && byte !== BACKSLASH) {
        writeHalf();
        if (byte === QUOTE) return { text: text.subarray(0, length), rest: bytes.subarray(at + 1) };
        if (byte < FIRST_PRINTABLE) throw malformed();
        text[length] = byte;
        length += 1;
        continue;
      }
      const unit = this.#unescape(String.fromCharCode(byte));
      if (unit === undefined) continue;
      if (this.#high !== 0 && isLowSurrogate(unit)) {
        write(0x10000 + ((this.#high - 0xd800) << 10) + (unit - 0xdc00));
        this.#high = 0;
        continue;
      }
      writeHalf();
      if (isHighSurrogate(unit)) this.#high = unit;
      else write(unit);
    }
    return { text: text.subarray(0, length), rest: undefined };
  }

  /** Takes a character of an escape. @returns the code unit that it completes. @throws SyntaxError */
  #unescape(character: string): number | undefined {
    const escape = this.#escape + character;
    this.#escape = escape;
    if (escape.length === 1 || escape === '\\u') return undefined;
    if (escape.length > 2) {
      if (!HEX_DIGIT.test(character)) throw malformed();
      if (escape.length < NUMBERED) return undefined;
    }
    this.#escape = '';
    const unit = escape.length === NUMBERED ? Number.parseInt(escape.slice(2), 16) : LETTERS[character];
    if (unit === undefined) throw malformed();
    return unit;
  }
}
