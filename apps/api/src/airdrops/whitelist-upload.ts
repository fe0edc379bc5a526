import { Readable } from 'node:stream';
import type { WhitelistBody } from '@weir/api-contract';
import type { WhitelistInput } from '@weir/services';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../plugins/errors/api-error.js';
import { csvOfJson } from './streamed-json-list.js';
import type { ListHead } from './streamed-json-list.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a list that is read from its JSON as it comes. */
    listHead: ListHead | undefined;
  }
}

/** A list as it was uploaded, and who the body says sends it. */
export interface WhitelistUpload {
  readonly list: WhitelistInput;
  readonly creator: string | undefined;
}

const invalid = (message: string): ApiError => new ApiError('INVALID_REQUEST', message, { in: 'body' });

/** The file of a form, and the fields before it. */
const readForm = async (request: FastifyRequest): Promise<WhitelistUpload> => {
  let creator: string | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === 'creator' && typeof part.value === 'string') creator = part.value;
      continue;
    }
    if (part.fieldname === 'file') return { list: { kind: 'csv', pieces: part.file }, creator };
    throw invalid(`The form has a file ${JSON.stringify(part.fieldname.slice(0, 80))}: send the CSV as the field file`);
  }
  throw invalid('The form has no file: send the CSV as the field file');
};

const readJson = ({ csv, recipients, creator }: WhitelistBody): WhitelistUpload => {
  if ((csv === undefined) === (recipients === undefined)) throw invalid('Send either csv or recipients');
  const list: WhitelistInput = csv === undefined ? { kind: 'recipients', recipients: recipients ?? [] } : { kind: 'csv', pieces: [Buffer.from(csv)] };
  return { list, creator: creator ?? undefined };
};

/** JSON beyond this size, bytes, is read as it comes; so is what does not say its size. */
export const SMALL_JSON = 2 ** 20;

/**
 * Makes CSV of a large list in JSON on its way in, so that it is never in memory as a whole. Anything else goes on as it is.
 */
export const streamLargeJson = (request: FastifyRequest, body: Readable): Readable => {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  if (!/^application\/json\b/iu.test(type) || (length !== undefined && Number(length) <= SMALL_JSON)) return body;
  request.listHead = { creator: undefined };
  request.headers['content-type'] = 'text/csv';
  return Readable.from(csvOfJson(body, request.listHead));
};

/** Waits for a list's first piece: what its JSON says of the creator is known by then. */
const readStream = async (pieces: AsyncIterable<Uint8Array>, head: ListHead | undefined): Promise<WhitelistUpload> => {
  if (head === undefined) return { list: { kind: 'csv', pieces }, creator: undefined };
  const rest = pieces[Symbol.asyncIterator]();
  const first = await rest.next();
  const whole = async function* (): AsyncGenerator<Uint8Array> {
    for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
  };
  return { list: { kind: 'csv', pieces: whole() }, creator: head.creator };
};

/**
 * The list that a request carries, as a stream where it can be large.
 *
 * @throws ApiError INVALID_REQUEST, PAYLOAD_TOO_LARGE
 */
export const readUpload = async (request: FastifyRequest): Promise<WhitelistUpload> => {
  if (request.isMultipart()) return readForm(request);
  if (request.body instanceof Readable) return readStream(request.body as AsyncIterable<Uint8Array>, request.listHead);
  return readJson(request.body as WhitelistBody);
};
