import { MAX_LIST_BYTES } from '@weir/kinds';
import { ListError } from './list-error.js';
import { type ListHead, readHead, SAMPLE_ROWS } from './list-head.js';
import { type AmountUnit, type FileProblem, IN_BASE_UNITS } from './list-problem.js';
import { cutRows, type Delimiter, endOfRows, isBlankRow, linesOf, withPlainLineEnds } from './row-cutter.js';
import { type ListEncoding, TextPieces } from './text-pieces.js';

/** Most characters of a row. */
export const MAX_ROW_LENGTH = 10_000;
/** A row that is not at its end after so many characters is too long, with all quotes and separators that it may have. */
const MAX_OPEN_LENGTH = 4 * MAX_ROW_LENGTH;
/** Bytes that are read at once: enough to be fast, few enough that a hostile list costs no memory. */
const PIECE = 262_144;

/** Who takes what a list holds. */
export interface TableSink {
  /** Takes the head, before all rows. */
  readonly onHead: (head: ListHead) => void;
  /** Takes a row below the header that has content. @param line where it begins, from 1 */
  readonly onRow: (cells: readonly string[], line: number) => void;
  /** Of the amounts, for messages. Default base units. */
  readonly unit?: AmountUnit | undefined;
  /** Default {@link MAX_LIST_BYTES}. */
  readonly maxBytes?: number | undefined;
}

/** Whether a text has all rows of which the head is made, or too long a beginning to wait for them. */
const isWholeHead = (text: string): boolean => {
  if (text.length > PIECE) return true;
  // Fewer line ends than rows are enough to see that more must come. A line `sep=` is not a row.
  if (text.split('\n', SAMPLE_ROWS + 1).length <= SAMPLE_ROWS) return false;
  return cutRows(text, ',', SAMPLE_ROWS + 1).rows.length > SAMPLE_ROWS;
};

/** What a row has that is not blank. */
const CONTENT: Readonly<Record<Delimiter, RegExp>> = { ',': /[^\s,]/, ';': /[^\s;]/, '\t': /\S/, '|': /[^\s|]/ };

const isTooLong = (cells: readonly string[]): boolean => {
  let length = cells.length;
  for (const cell of cells) length += cell.length;
  return length > MAX_ROW_LENGTH;
};

/** Splits off the `\r` at the end of a text, which may be half a line end. */
const splitReturns = (text: string): readonly [text: string, returns: string] => {
  let end = text.length;
  while (end > 0 && text[end - 1] === '\r') end -= 1;
  return [text.slice(0, end), text.slice(end)];
};

/**
 * Reads a list as its bytes come, in pieces of any size: CSV with any usual separator, encoding and line end. Memory is bounded,
 * no matter what is sent.
 */
export class TableReader {
  readonly #text = new TextPieces();
  readonly #sink: TableSink;
  #bytes = 0;
  /** The beginning of a row whose end has not come; of the first rows, all of them. */
  #rest = '';
  #returns = '';
  #head: ListHead | undefined;
  #line = 1;

  constructor(sink: TableSink) {
    this.#sink = sink;
  }

  /** How the text so far is encoded. */
  get encoding(): ListEncoding {
    return this.#text.encoding;
  }

  /** @throws ListError for a list that cannot be read; and the errors of the sink */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += PIECE) this.#pushPiece(bytes.subarray(at, at + PIECE));
  }

  /** Reads the last row. @throws ListError; and the errors of the sink */
  finish(): void {
    this.#addText(this.#decode(new Uint8Array(0), true), true);
    const text = this.#rest.endsWith('\n') ? this.#rest.slice(0, -1) : this.#rest;
    const isEmpty = this.#rest === '';
    this.#rest = '';
    if (this.#head === undefined) this.#readFirst(text);
    else if (!isEmpty) this.#readRows(text);
  }

  #refuse(problem: FileProblem): ListError {
    return new ListError([problem], this.#sink.unit ?? IN_BASE_UNITS);
  }

  #pushPiece(piece: Uint8Array): void {
    this.#bytes += piece.length;
    const { maxBytes = MAX_LIST_BYTES } = this.#sink;
    if (this.#bytes > maxBytes) throw this.#refuse({ code: 'TOO_LARGE', line: 0, most: maxBytes });
    this.#addText(this.#decode(piece, false), false);
    const end = endOfRows(this.#rest);
    const text = this.#rest.slice(0, Math.max(end, 0));
    if (end !== -1 && (this.#head !== undefined || isWholeHead(text))) {
      this.#rest = this.#rest.slice(end + 1);
      if (this.#head === undefined) this.#readFirst(text);
      else this.#readRows(text);
    }
    this.#assertRestLength(this.#head === undefined ? end + 1 : 0);
  }

  /** @param from where the last row begins in the rest */
  #assertRestLength(from: number): void {
    if (this.#rest.length - from <= MAX_OPEN_LENGTH) return;
    const line = this.#line + this.#rest.slice(0, from).split('\n').length - 1;
    if (this.#rest.includes('"', from)) throw this.#refuse({ code: 'MALFORMED_QUOTES', line });
    throw this.#refuse({ code: 'LINE_TOO_LONG', line, most: MAX_ROW_LENGTH });
  }

  #decode(bytes: Uint8Array, isLast: boolean): string {
    try {
      return this.#text.push(bytes, isLast);
    } catch {
      throw this.#refuse({ code: 'NOT_UTF8', line: this.#line });
    }
  }

  #addText(decoded: string, isLast: boolean): void {
    if (decoded.includes('\0')) throw this.#refuse({ code: 'NOT_TEXT', line: this.#line });
    const all = this.#returns + decoded;
    const [text, returns] = isLast ? [all, ''] : splitReturns(all);
    this.#returns = returns;
    this.#rest += withPlainLineEnds(text);
  }

  #readFirst(text: string): void {
    const { head, from, firstLine } = readHead(text);
    this.#head = head;
    this.#line = firstLine;
    this.#sink.onHead(head);
    this.#readRows(text.slice(from));
  }

  /** Reads whole rows. @param text without the last line end */
  #readRows(text: string): void {
    if (this.#head === undefined) return;
    if (text === '') {
      this.#line += 1;
      return;
    }
    const { delimiter, headerLine } = this.#head;
    if (!text.includes('"')) {
      this.#readPlainRows(text, this.#head);
      return;
    }
    const { rows, malformed } = cutRows(text, delimiter);
    for (const [i, cells] of rows.entries()) {
      const line = this.#line;
      if (i >= malformed) throw this.#refuse({ code: 'MALFORMED_QUOTES', line });
      if (isTooLong(cells)) throw this.#refuse({ code: 'LINE_TOO_LONG', line, most: MAX_ROW_LENGTH });
      this.#line += linesOf(cells);
      if (line > headerLine && !isBlankRow(cells)) this.#sink.onRow(cells, line);
    }
  }

  /** Reads whole rows without quotes: one at a time, so that the cells of many rows are never in memory at once. */
  #readPlainRows(text: string, { delimiter, headerLine }: ListHead): void {
    for (const row of text.split('\n')) {
      const line = this.#line;
      // Its separators and its end count, too.
      if (row.length + 1 > MAX_ROW_LENGTH) throw this.#refuse({ code: 'LINE_TOO_LONG', line, most: MAX_ROW_LENGTH });
      this.#line += 1;
      if (line > headerLine && CONTENT[delimiter].test(row)) this.#sink.onRow(row.split(delimiter), line);
    }
  }
}
