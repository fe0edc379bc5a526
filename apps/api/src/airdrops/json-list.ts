import { setImmediate as nextTurn } from 'node:timers/promises';
import { Tokenizer, TokenParser, TokenType, type ParsedTokenInfo } from '@streamparser/json';
import { WhitelistBody, WhitelistRow } from '@weir/api-contract';
import { ApiError, findUnknownField, refuseUnknown } from '@weir/http';
import type { RecipientInput, WhitelistInput } from '@weir/services';

/** Largest JSON, bytes: a million rows with their field names. */
const MAX_BYTES = 128 * 2 ** 20;
/** Deepest nesting: an object with an array of objects. Anything deeper would only take memory. */
const MAX_DEPTH = 3;
const MAX_ADDRESS_LENGTH = 128;
/** Bytes of a CSV string that are processed in one turn of the event loop. */
const CSV_PIECE = 65_536;

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

/** What a chunk of JSON completed: recipients, or the text of a CSV. */
type ListPart = readonly RecipientInput[] | string;

/** Parses a list's JSON incrementally, handing out what each chunk completes. */
class ListReader {
  #creator: string | undefined;
  #recipients: RecipientInput[] = [];
  #csv: string | undefined;
  #source: 'csv' | 'recipients' | undefined;
  #depth = 0;
  #isWhole = false;
  #expectsKey = false;
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
    this.#values.onValue = ({ key, value }) => this.#take(key, value);
  }

  /** The creator named before the rows, if any. */
  get creator(): string | undefined {
    return this.#creator;
  }

  /** @throws ApiError INVALID_REQUEST */
  take(piece: Uint8Array): ListPart {
    this.#parse(() => this.#tokenizer.write(piece));
    const [csv, recipients] = [this.#csv, this.#recipients];
    [this.#csv, this.#recipients] = [undefined, []];
    return csv ?? recipients;
  }

  /** @throws ApiError INVALID_REQUEST */
  finish(): void {
    if (!this.#isWhole) throw invalid('The JSON ends in its middle');
    if (this.#source === undefined) throw invalid('Send either csv or recipients');
  }

  /** Checks the list's own keys, since the parser reports no values it was not asked for. */
  #checkKey({ token, value }: ParsedTokenInfo): void {
    if (this.#depth !== 1) return;
    if (token === TokenType.STRING && this.#expectsKey) refuseUnknownIn({ [String(value)]: undefined });
    this.#expectsKey = token === TokenType.LEFT_BRACE || token === TokenType.COMMA;
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
    else if (typeof key === 'number') this.#takeRecipient(key, value);
    else if (key === 'csv' && typeof value === 'string') {
      this.#begin('csv');
      this.#csv = value;
    } else throw invalid('csv is to be text, and recipients an array of { address, amount }');
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
    if (typeof part === 'string' || part.length > 0) yield part;
  }
  reader.finish();
}

/** Yields a CSV string in pieces, so that other work runs in between. */
async function* piecesOf(csv: string, rest: AsyncGenerator<ListPart>): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(csv);
  for (let at = 0; at < bytes.length; at += CSV_PIECE) {
    yield bytes.subarray(at, at + CSV_PIECE);
    await nextTurn();
  }
  // Drains the rest, which fails if the JSON continues where it must not.
  await rest.next();
}

async function* batchesOf(
  first: readonly RecipientInput[],
  rest: AsyncGenerator<ListPart>,
): AsyncGenerator<readonly RecipientInput[]> {
  yield first;
  for await (const part of rest) if (typeof part !== 'string') yield part;
}

/**
 * Reads a list's JSON as it arrives, holding only the current chunk in memory (or, for `csv`, the whole text).
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
    typeof first === 'string'
      ? { kind: 'csv', pieces: piecesOf(first, parts) }
      : { kind: 'recipients', batches: batchesOf(first, parts) };
  return { list, creator: reader.creator };
};
