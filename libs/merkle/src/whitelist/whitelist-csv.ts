import Papa from 'papaparse';
import type { RowPacker, WhitelistRules } from './row-packer.js';
import { shown, WhitelistError } from './whitelist-error.js';

/** Most bytes of a list. */
export const MAX_CSV_BYTES = 100_000_000;
/** Most characters of a line. A row of an address and an amount has about 60; spaces and quotes come on top. */
export const MAX_LINE_LENGTH = 1_024;
/** Bytes parsed at once: enough to be fast, few enough that a hostile list costs no memory. */
const PIECE = 262_144;
const NEWLINE = 0x0a;
const BYTE_ORDER_MARK = '\uFEFF';

/** The rules that a CSV list must follow. */
export interface WhitelistCsvRules extends WhitelistRules {
  /** Most bytes of the list. Default {@link MAX_CSV_BYTES}. */
  readonly maxBytes?: number | undefined;
}

const isHeader = (address: string, amount: string): boolean =>
  address.toLowerCase() === 'address' && amount.toLowerCase() === 'amount';

/** Returns the index of the first of these lines that is not UTF-8. */
const firstUndecodable = (bytes: Uint8Array, decoder: InstanceType<typeof TextDecoder>): number => {
  let line = 0;
  for (let start = 0; ; line += 1) {
    const end = bytes.indexOf(NEWLINE, start);
    if (end === -1) return line;
    try {
      decoder.decode(bytes.subarray(start, end));
    } catch {
      return line;
    }
    start = end + 1;
  }
};

/**
 * Reads a list of recipients piece by piece, as it arrives: UTF-8 lines of `address,amount`, an optional header
 * `address,amount`, quotes allowed, empty lines skipped. Memory is bounded, whatever is sent: lines are cut out of
 * the bytes here, and the CSV parser is given only whole ones of bounded length.
 */
export class WhitelistCsvReader {
  /** A byte order mark is removed by hand, since only the very beginning may have one. */
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  #bytes = 0;
  #lines = 0;
  #rest = new Uint8Array(0);
  #headerAllowed = true;

  /**
   * @param rows receives the rows
   * @param maxBytes most bytes of the list
   */
  constructor(
    private readonly rows: RowPacker,
    private readonly maxBytes = MAX_CSV_BYTES,
  ) {}

  /**
   * Reads a piece of the list.
   *
   * @throws WhitelistError naming the first line that is refused
   */
  push(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length; start += PIECE) this.#pushPiece(bytes.subarray(start, start + PIECE));
  }

  /**
   * Reads the last line.
   *
   * @throws WhitelistError naming the first line that is refused
   */
  finish(): void {
    if (this.#rest.length > 0) this.#readLines(this.#rest);
    this.#rest = new Uint8Array(0);
  }

  #pushPiece(piece: Uint8Array): void {
    this.#bytes += piece.length;
    if (this.#bytes > this.maxBytes)
      throw new WhitelistError('TOO_LARGE', 0, `The list has more than ${this.maxBytes} bytes`);
    const bytes = new Uint8Array(this.#rest.length + piece.length);
    bytes.set(this.#rest);
    bytes.set(piece, this.#rest.length);
    const end = bytes.lastIndexOf(NEWLINE);
    if (end !== -1) this.#readLines(bytes.subarray(0, end));
    this.#rest = bytes.slice(end + 1);
    if (this.#rest.length > MAX_LINE_LENGTH) throw this.#tooLong(this.#lines + 1);
  }

  #tooLong(line: number): WhitelistError {
    return new WhitelistError('LINE_TOO_LONG', line, `more than ${MAX_LINE_LENGTH} characters`);
  }

  #decode(bytes: Uint8Array): string {
    try {
      const text = this.#decoder.decode(bytes);
      const marked = this.#lines === 0 && text.startsWith(BYTE_ORDER_MARK);
      return marked ? text.slice(BYTE_ORDER_MARK.length) : text;
    } catch {
      const line = this.#lines + 1 + firstUndecodable(bytes, this.#decoder);
      throw new WhitelistError('NOT_UTF8', line, 'the text is not UTF-8');
    }
  }

  /** Reads whole lines, given without the end of the last one. */
  #readLines(bytes: Uint8Array): void {
    const decoded = this.#decode(bytes);
    const text = decoded.includes('\r') ? `${decoded}\n`.replaceAll('\r\n', '\n').slice(0, -1) : decoded;
    if (text === '') {
      this.#lines += 1;
      return;
    }
    const { data, errors } = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' });
    const malformed = errors.reduce((first, { row = 0 }) => Math.min(first, row), Infinity);
    for (const [i, fields] of data.entries()) {
      this.#lines += 1;
      if (i >= malformed)
        throw new WhitelistError('MALFORMED_QUOTES', this.#lines, 'a quote is not closed, or is inside a field');
      this.#readRow(fields);
    }
  }

  #readRow(fields: readonly string[]): void {
    const [first = '', second = ''] = fields;
    const line = this.#lines;
    if (first.length + second.length > MAX_LINE_LENGTH) throw this.#tooLong(line);
    const address = first.trim();
    if (address === '' && fields.length === 1) return;
    if (address.startsWith('#')) throw new WhitelistError('COMMENT', line, 'comments are not allowed');
    if (fields.length !== 2)
      throw new WhitelistError('WRONG_COLUMNS', line, `${fields.length} columns, not 2: address,amount`);
    if (first.includes('\n') || second.includes('\n'))
      throw new WhitelistError('MALFORMED_QUOTES', line, `${shown(first)} spans several lines`);
    const amount = second.trim();
    const header = this.#headerAllowed && isHeader(address, amount);
    this.#headerAllowed = false;
    if (!header) this.rows.add(address, amount, line);
  }
}
