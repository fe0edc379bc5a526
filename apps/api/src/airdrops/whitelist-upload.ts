import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { WhitelistForm, type WhitelistBody } from '@weir/api-contract';
import { ApiError, findUnknownField, refuseUnknown } from '@weir/http';
import type { RecipientInput, WhitelistInput } from '@weir/services';
import { partsOfJson, type ListHead, type ListPart } from './streamed-json-list.js';

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

/** @throws ApiError INVALID_REQUEST */
const refuseUnknownPart = (name: string): void => {
  const unknown = findUnknownField(WhitelistForm, { [name]: '' });
  if (unknown !== undefined) throw refuseUnknown(unknown, 'body');
};

const TOO_LARGE = 413;
const READABLE_FORM = 'Send multipart/form-data as its header names the boundary, to its last line';

/** What the parser finds wrong with a form is the client's to mend. @throws ApiError MALFORMED_REQUEST */
const refuseForm = (error: unknown): never => {
  const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === TOO_LARGE;
  if (isTooLarge || error instanceof ApiError || !(error instanceof Error)) throw error;
  throw new ApiError('MALFORMED_REQUEST', `The form cannot be read: ${error.message}. ${READABLE_FORM}`);
};

/** The bytes of a form's file. @throws ApiError MALFORMED_REQUEST, INVALID_REQUEST */
async function* bytesOfFile(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* leftOpen(file);
  } catch (error) {
    refuseForm(error);
  }
}

/** The parts of a form. @throws ApiError MALFORMED_REQUEST */
async function* partsOf(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  try {
    yield* request.parts();
  } catch (error) {
    refuseForm(error);
  }
}

/** The file of a form, and the fields before it. */
const readForm = async (request: FastifyRequest): Promise<WhitelistUpload> => {
  let creator: string | undefined;
  for await (const part of partsOf(request)) {
    refuseUnknownPart(part.fieldname);
    if (part.type === 'field') {
      if (part.fieldname === 'creator' && typeof part.value === 'string') creator = part.value;
      continue;
    }
    if (part.fieldname === 'file') return { list: { kind: 'csv', pieces: bytesOfFile(part.file) }, creator };
    throw invalid(`The form has a file ${JSON.stringify(part.fieldname.slice(0, 80))}: send the CSV as the field file`);
  }
  throw invalid('The form has no file: send the CSV as the field file');
};

const readJson = ({ csv, recipients, creator }: WhitelistBody): WhitelistUpload => {
  if ((csv === undefined) === (recipients === undefined)) throw invalid('Send either csv or recipients');
  const list: WhitelistInput =
    csv === undefined
      ? { kind: 'recipients', batches: [recipients ?? []] }
      : { kind: 'csv', pieces: [Buffer.from(csv)] };
  return { list, creator: creator ?? undefined };
};

/** A body that is not torn down where reading stops in its middle: the answer goes out on the same connection. */
const leftOpen = (body: Readable): AsyncIterable<Uint8Array> =>
  body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;

/** JSON beyond this size, bytes, is read as it comes; so is what does not say its size. */
export const SMALL_JSON = 2 ** 20;

/**
 * Takes a large list in JSON apart on its way in, so that it is never in memory as a whole. Anything else goes on as it is.
 */
export const streamLargeJson = (request: FastifyRequest, body: Readable): Readable => {
  const { 'content-type': type = '', 'content-length': length } = request.headers;
  if (!/^application\/json\b/iu.test(type) || (length !== undefined && Number(length) <= SMALL_JSON)) return body;
  request.listHead = { creator: undefined };
  request.headers['content-type'] = 'text/csv';
  return Readable.from(partsOfJson(leftOpen(body), request.listHead));
};

async function* withFirst(first: ListPart, rest: AsyncIterator<ListPart>): AsyncGenerator<ListPart> {
  yield first;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

async function* recipientsOf(parts: AsyncIterable<ListPart>): AsyncGenerator<readonly RecipientInput[]> {
  for await (const part of parts) if (typeof part !== 'string') yield part;
}

async function* bytesOf(parts: AsyncIterable<ListPart>): AsyncGenerator<Uint8Array> {
  for await (const part of parts) if (typeof part === 'string') yield Buffer.from(part);
}

/** Waits for the first part of a list in JSON: it tells which of both the list is, and the head by then who sends it. */
const readParts = async (body: AsyncIterable<ListPart>, head: ListHead): Promise<WhitelistUpload> => {
  const rest = body[Symbol.asyncIterator]();
  const begun = await rest.next();
  const first: ListPart = begun.done === true ? [] : begun.value;
  const parts = withFirst(first, rest);
  const list: WhitelistInput =
    typeof first === 'string'
      ? { kind: 'csv', pieces: bytesOf(parts) }
      : { kind: 'recipients', batches: recipientsOf(parts) };
  return { list, creator: head.creator };
};

/**
 * The list that a request carries, as a stream where it can be large.
 *
 * @throws ApiError INVALID_REQUEST, PAYLOAD_TOO_LARGE
 */
export const readUpload = async (request: FastifyRequest): Promise<WhitelistUpload> => {
  if (request.isMultipart()) return readForm(request);
  if (request.body instanceof Readable) {
    const { body, listHead } = request;
    return listHead === undefined
      ? { list: { kind: 'csv', pieces: leftOpen(body) }, creator: undefined }
      : readParts(body as AsyncIterable<ListPart>, listHead);
  }
  return readJson(request.body as WhitelistBody);
};
