import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { ApiError } from '../plugins/errors/api-error.js';

/** What stands in a list's JSON before its rows. */
export interface ListHead {
  creator: string | undefined;
}

/** Longest JSON, bytes: a million rows with their names. */
const MAX_BYTES = 128 * 2 ** 20;
/** A list is an object of an array of objects; deeper ones would only take memory. */
const MAX_DEPTH = 3;
const MAX_ADDRESS_LENGTH = 128;
const BCH_DECIMALS = 8;

const invalid = (message: string): ApiError => new ApiError('INVALID_REQUEST', message, { in: 'body' });

/** Numbers as text, in 8 decimals where that is what the number says, so that 0.1 * 3 is an amount, and 1e-7 one of BCH. */
const textOf = (amount: number): string => {
  const scaled = amount * 10 ** BCH_DECIMALS;
  if (Number.isInteger(amount)) return BigInt(amount).toString();
  return Math.abs(scaled - Math.round(scaled)) <= 0.001 ? amount.toFixed(BCH_DECIMALS) : String(amount);
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A row as a line of CSV. @throws ApiError INVALID_REQUEST */
const lineOf = (row: unknown, index: number): string => {
  const { address, amount } = (typeof row === 'object' && row !== null ? row : {}) as { readonly address?: unknown; readonly amount?: unknown };
  if (typeof address !== 'string' || address.length > MAX_ADDRESS_LENGTH) throw invalid(`recipients[${index}] has no address of at most ${MAX_ADDRESS_LENGTH} characters`);
  if (typeof amount !== 'string' && typeof amount !== 'number') throw invalid(`recipients[${index}] has no amount: a number, or text of decimal digits`);
  return `${quoted(address.trim())},${quoted(typeof amount === 'number' ? textOf(amount) : amount.trim())}\n`;
};

/** Takes a list's JSON in pieces and gives the CSV of what is complete. */
class ListReader {
  readonly head: ListHead = { creator: undefined };
  #lines: string[] = [];
  #source: 'csv' | 'recipients' | undefined;
  #rows = 0;
  #depth = 0;
  #isWhole = false;
  readonly #tokenizer = new Tokenizer();
  readonly #values = new TokenParser({ paths: ['$.creator', '$.csv', '$.recipients.*'], keepStack: false });

  constructor() {
    this.#tokenizer.onToken = (token) => {
      if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) this.#depth += 1;
      if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
      if (this.#depth > MAX_DEPTH) throw invalid('A list is an object with either csv or recipients, an array of { address, amount }');
      this.#values.write(token);
    };
    this.#values.onEnd = () => {
      this.#isWhole = true;
    };
    this.#values.onValue = ({ key, value }) => this.#take(key, value);
  }

  /** @throws ApiError INVALID_REQUEST */
  take(piece: Uint8Array): string {
    this.#parse(() => this.#tokenizer.write(piece));
    const text = this.#lines.join('');
    this.#lines = [];
    return text;
  }

  /** @throws ApiError INVALID_REQUEST */
  finish(): void {
    if (!this.#isWhole) throw invalid('The JSON ends in its middle');
    if (this.#source === undefined) throw invalid('Send either csv or recipients');
  }

  #parse(work: () => void): void {
    try {
      work();
    } catch (error) {
      throw error instanceof ApiError ? error : invalid('The body is no JSON');
    }
  }

  #take(key: number | string | undefined, value: unknown): void {
    if (key === 'creator') this.#takeCreator(value);
    else if (typeof key === 'number') this.#lines.push(lineOf(value, this.#takeRow()));
    else if (key === 'csv' && typeof value === 'string') {
      this.#begin('csv');
      this.#lines.push(value);
    } else throw invalid('csv is to be text, and recipients an array of { address, amount }');
  }

  #takeRow(): number {
    this.#begin('recipients');
    this.#rows += 1;
    return this.#rows - 1;
  }

  #takeCreator(value: unknown): void {
    if (value === null) return;
    if (typeof value !== 'string') throw invalid('creator must be an address');
    if (this.#source !== undefined) throw invalid('Name the creator before the list, in the query or in the header x-user-address');
    this.head.creator = value;
  }

  #begin(source: 'csv' | 'recipients'): void {
    if (this.#source !== undefined && this.#source !== source) throw invalid('Send either csv or recipients');
    this.#source = source;
  }
}

/**
 * Reads a list's JSON as it comes, and never holds more of it than a row (or, of `csv`, the text). Rows become lines of CSV,
 * by whose number errors name them.
 *
 * @param head told what stands before the rows, by the time the first of them comes
 * @throws ApiError INVALID_REQUEST, PAYLOAD_TOO_LARGE
 */
export async function* csvOfJson(body: AsyncIterable<Uint8Array>, head: ListHead, maxBytes = MAX_BYTES): AsyncGenerator<Uint8Array> {
  const reader = new ListReader();
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBytes) throw new ApiError('PAYLOAD_TOO_LARGE', `A list has at most ${maxBytes} bytes as JSON`);
    const text = reader.take(piece);
    head.creator = reader.head.creator;
    if (text !== '') yield Buffer.from(text);
  }
  reader.finish();
}
