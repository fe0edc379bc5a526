/** How the bytes of a list are read as text. */
export type ListEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const BOM_LENGTH = 3;

const marksOf = (bytes: Uint8Array): { readonly encoding: ListEncoding; readonly length: number } | undefined => {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', length: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', length: 2 };
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', length: BOM_LENGTH };
  return undefined;
};

const joined = (first: Uint8Array, second: Uint8Array): Uint8Array => {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
};

const firstNotAscii = (bytes: Uint8Array): number => {
  for (let at = 0; at < bytes.length; at += 1) if ((bytes[at] ?? 0) >= 0x80) return at;
  return -1;
};

/** Returns the length of a character of UTF-8 by its first byte; 1 for bytes that begin none. */
const lengthOf = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1);

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/**
 * Decodes the bytes of a list, in pieces of any size: UTF-16 by its byte order mark; UTF-8; and Windows-1252 where the first
 * character beyond ASCII is not UTF-8, as spreadsheet programs save CSV.
 */
export class TextPieces {
  #held: Uint8Array = new Uint8Array(0);
  #encoding: ListEncoding | undefined;
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  /** Of the text so far. */
  get encoding(): ListEncoding {
    return this.#encoding ?? 'utf-8';
  }

  /**
   * Returns the text of a piece, of which the last bytes may be held back.
   *
   * @throws TypeError for bytes that are not in the encoding of the text before them
   */
  push(bytes: Uint8Array, isLast = false): string {
    const all = joined(this.#held, bytes);
    this.#held = new Uint8Array(0);
    if (this.#decoder !== undefined && this.#encoding !== undefined)
      return this.#decoder.decode(all, { stream: !isLast });
    if (this.#decoder === undefined) {
      if (all.length < BOM_LENGTH && !isLast) {
        this.#held = all;
        return '';
      }
      const mark = marksOf(all);
      if (mark !== undefined) return this.#decodeAs(mark.encoding, all.subarray(mark.length), isLast);
      // ASCII so far: the first other character shows the encoding.
      this.#decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    }
    const at = firstNotAscii(all);
    if (at === -1) return this.#decoder.decode(all);
    const length = lengthOf(all[at] ?? 0);
    if (all.length < at + length && !isLast) {
      this.#held = all.slice(at);
      return this.#decoder.decode(all.subarray(0, at));
    }
    const first = all.subarray(at, at + length);
    return this.#decodeAs(isUtf8(first) ? 'utf-8' : 'windows-1252', all, isLast);
  }

  #decodeAs(encoding: ListEncoding, bytes: Uint8Array, isLast: boolean): string {
    this.#encoding = encoding;
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    return this.#decoder.decode(bytes, { stream: !isLast });
  }
}
