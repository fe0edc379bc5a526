import { Tokenizer, TokenParser, TokenType, type ParsedTokenInfo } from '@streamparser/json';
import { WhitelistBody, WhitelistRow } from '@weir/api-contract';
import { ApiError, findUnknownField, refuseUnknown } from '@weir/http';
import type { RecipientInput, WhitelistInput } from '@weir/services';
import { JsonText } from './json-text.js';

/** Largest JSON, bytes: a million rows with their field names. */
const MAX_BYTES = 128 * 2 ** 20;
/** Deepest nesting: an object with an array of objects. Anything deeper would only take memory. */
const MAX_DEPTH = 3;
const MAX_ADDRESS_LENGTH = 128;
/**
 * Longest row, and longest name or value of a field, bytes: the parser keeps these until they end, and its memory for some of them
 * is many times their length. The text of a CSV is no value of the parser's.
 */
const MAX_UNFINISHED = 65_536;
/** Bytes that the parser gets at once. */
const STEP = 16_384;
const COLON = 0x3a;
const QUOTE = 0x22;
const BLANKS: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const NOTHING = new Uint8Array(0);
const EMPTY_TEXT = new Uint8Array([QUOTE, QUOTE]);

const invalid = (message: string): ApiError => new ApiError('INVALID_REQUEST', message, { in: 'body' });

/**
 * Refuses unknown fields.
 *
 * @param index number of a row; undefined for the fields of the list itself
 * @throws ApiError INVALID_REQUEST
 */
const refuseUnknownIn = (fields: object, index?: number): void => {
  const unknown =
    index === undefined
      ? findUnknownField(WhitelistBody, fields)
      : findUnknownField(WhitelistRow, fields, `recipients.${index}`);
  if (unknown !== undefined) throw refuseUnknown(unknown, 'body');
};

/** @throws ApiError INVALID_REQUEST */
const recipientOf = (row: unknown, index: number): RecipientInput => {
  const fields = typeof row === 'object' && row !== null ? row : {};
  const { address, amount } = fields as {
    readonly address?: unknown;
    readonly amount?: unknown;
  };
  // There may be a million rows: only those with more than two fields are examined for unknown ones.
  if (Object.keys(fields).length > 2) refuseUnknownIn(fields, index);
  if (typeof address !== 'string' || address.length > MAX_ADDRESS_LENGTH)
    throw invalid(`recipients[${index}] has no address of at most ${MAX_ADDRESS_LENGTH} characters`);
  if (typeof amount !== 'string' && typeof amount !== 'number')
    throw invalid(`recipients[${index}] has no amount: a number, or text of decimal digits`);
  return { address, amount };
};

/** What a chunk of JSON has of a list: recipients that it completed, or bytes of a CSV. */
type ListPart = readonly RecipientInput[] | Uint8Array;

/**
 * Parses a list's JSON incrementally, handing out what each chunk completes. The text of a CSV is read past the parser, which would
 * keep all of it.
 */
class ListReader {
  #creator: string | undefined;
  #recipients: RecipientInput[] = [];
  #csv: Uint8Array[] = [];
  #source: 'csv' | 'recipients' | undefined;
  #depth = 0;
  #isWhole = false;
  #expectsKey = false;
  /** The field of the list that was named last. */
  #key = '';
  /** Whether the value of the field `csv` comes next. */
  #expectsText = false;
  /** The text of the CSV, while it is read. */
  #text: JsonText | undefined;
  /** Bytes since the last row or field of the list that was complete. */
  #unfinished = 0;
  readonly #tokenizer = new Tokenizer();
  readonly #values = new TokenParser({ paths: ['$.creator', '$.csv', '$.recipients.*'], keepStack: false });

  constructor() {
    this.#tokenizer.onToken = (token) => {
      if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) this.#depth += 1;
      if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) this.#depth -= 1;
      this.#checkKey(token);
      if (this.#depth > MAX_DEPTH)
        throw invalid('A list is an object with either csv or recipients, an array of { address, amount }');
      this.#values.write(token);
    };
    this.#values.onEnd = () => {
      this.#isWhole = true;
    };
    this.#values.onValue = ({ key, value }) => {
      this.#unfinished = 0;
      this.#take(key, value);
    };
  }

  /** The creator named before the rows, if any. */
  get creator(): string | undefined {
    return this.#creator;
  }

  /** @throws ApiError INVALID_REQUEST */
  take(piece: Uint8Array): ListPart {
    for (let rest = piece; rest.length > 0;)
      rest = this.#text === undefined ? this.#readTokens(rest) : this.#readText(this.#text, rest);
    const [csv, recipients] = [this.#csv, this.#recipients];
    [this.#csv, this.#recipients] = [[], []];
    return this.#source === 'csv' ? Buffer.concat(csv) : recipients;
  }

  /** @throws ApiError INVALID_REQUEST */
  finish(): void {
    if (!this.#isWhole) throw invalid('The JSON ends in its middle');
    if (this.#source === undefined) throw invalid('Send either csv or recipients');
  }

  /** Reads what the parser may get at once. @returns the rest. @throws ApiError INVALID_REQUEST */
  #readTokens(given: Uint8Array): Uint8Array {
    // Blanks around the list count for nothing: the parser does not keep them.
    const start = this.#expectsText || this.#depth === 0 ? given.findIndex((byte) => !BLANKS.has(byte)) : 0;
    if (start === -1) return NOTHING;
    const bytes = given.subarray(start);
    if (this.#expectsText) {
      this.#expectsText = false;
      if (bytes[0] === QUOTE) {
        this.#write(EMPTY_TEXT);
        this.#text = new JsonText();
        return bytes.subarray(1);
      }
    }
    // Behind each colon of the list's own fields it turns out whether a CSV follows.
    const colon = this.#depth > 1 ? -1 : bytes.indexOf(COLON);
    const end = Math.min(colon === -1 ? bytes.length : colon + 1, STEP);
    this.#write(bytes.subarray(0, end));
    return bytes.subarray(end);
  }

  /** Reads a piece of the text of the CSV. @returns what follows it. @throws ApiError INVALID_REQUEST */
  #readText(text: JsonText, bytes: Uint8Array): Uint8Array {
    const read = this.#parse(() => text.read(bytes));
    this.#csv.push(read.text);
    if (read.rest !== undefined) this.#text = undefined;
    return read.rest ?? NOTHING;
  }

  /** @throws ApiError INVALID_REQUEST */
  #write(bytes: Uint8Array): void {
    this.#unfinished += bytes.length;
    this.#parse(() => this.#tokenizer.write(bytes));
    if (this.#unfinished > MAX_UNFINISHED)
      throw invalid(`A row of the list, or what stands between two rows, is longer than ${MAX_UNFINISHED} bytes`);
  }

  /** Checks the list's own keys, since the parser reports no values it was not asked for. */
  #checkKey({ token, value }: ParsedTokenInfo): void {
    if (this.#depth !== 1) return;
    if (token === TokenType.COLON) this.#expectsText = this.#key === 'csv';
    if (token === TokenType.STRING && this.#expectsKey) {
      this.#key = String(value);
      refuseUnknownIn({ [this.#key]: undefined });
    }
    this.#expectsKey = token === TokenType.LEFT_BRACE || token === TokenType.COMMA;
  }

  #parse<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw error instanceof ApiError ? error : invalid('The body is no JSON');
    }
  }

  #take(key: number | string | undefined, value: unknown): void {
    if (key === 'creator') this.#takeCreator(value);
    else if (typeof key === 'number') this.#takeRecipient(key, value);
    else if (key === 'csv' && typeof value === 'string') this.#begin('csv');
    else throw invalid('csv is to be text, and recipients an array of { address, amount }');
  }

  #takeRecipient(index: number, value: unknown): void {
    if (index === 0) this.#begin('recipients');
    this.#recipients.push(recipientOf(value, index));
  }

  #takeCreator(value: unknown): void {
    if (value === null) return;
    if (typeof value !== 'string') throw invalid('creator must be an address');
    if (this.#source !== undefined)
      throw invalid('Name the creator before the list, in the query or in the header x-user-address');
    this.#creator = value;
  }

  #begin(source: 'csv' | 'recipients'): void {
    if (this.#source !== undefined) throw invalid('Send either csv or recipients, and that once');
    this.#source = source;
  }
}

/** Yields what the chunks complete as they arrive. @throws ApiError INVALID_REQUEST, PAYLOAD_TOO_LARGE */
async function* partsOf(
  body: AsyncIterable<Uint8Array>,
  reader: ListReader,
  maxBytes: number,
): AsyncGenerator<ListPart> {
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > maxBytes) throw new ApiError('PAYLOAD_TOO_LARGE', `A list has at most ${maxBytes} bytes as JSON`);
    const part = reader.take(piece);
    if (part instanceof Uint8Array || part.length > 0) yield part;
  }
  reader.finish();
}

/** Yields the bytes of a CSV to the end of the JSON, which fails where it goes on as it must not. */
async function* piecesOf(first: Uint8Array, rest: AsyncGenerator<ListPart>): AsyncGenerator<Uint8Array> {
  yield first;
  for await (const part of rest) if (part instanceof Uint8Array) yield part;
}

async function* batchesOf(
  first: readonly RecipientInput[],
  rest: AsyncGenerator<ListPart>,
): AsyncGenerator<readonly RecipientInput[]> {
  yield first;
  for await (const part of rest) if (!(part instanceof Uint8Array)) yield part;
}

/**
 * Reads a list's JSON as it arrives, holding only the current chunk in memory.
 *
 * @returns once the first row has arrived, when the creator is known
 * @throws ApiError INVALID_REQUEST, PAYLOAD_TOO_LARGE; so does iterating the rows
 */
export const openJsonList = async (
  body: AsyncIterable<Uint8Array>,
  maxBytes = MAX_BYTES,
): Promise<{ readonly list: WhitelistInput; readonly creator: string | undefined }> => {
  const reader = new ListReader();
  const parts = partsOf(body, reader, maxBytes);
  const begun = await parts.next();
  const first: ListPart = begun.done === true ? [] : begun.value;
  const list: WhitelistInput =
    first instanceof Uint8Array
      ? { kind: 'csv', pieces: piecesOf(first, parts) }
      : { kind: 'recipients', batches: batchesOf(first, parts) };
  return { list, creator: reader.creator };
};
