import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { WhitelistForm, type WhitelistBody } from '@weir/api-contract';
import { ApiError, findUnknownField, refuseUnknown } from '@weir/http';
import type { WhitelistInput } from '@weir/services';

/** An uploaded list, and the creator named in the body. */
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

/** Turns a parser error of a form into one the client can correct. @throws ApiError MALFORMED_REQUEST */
const refuseForm = (error: unknown): never => {
  const isTooLarge = error instanceof Error && 'statusCode' in error && error.statusCode === TOO_LARGE;
  if (isTooLarge || error instanceof ApiError || !(error instanceof Error)) throw error;
  throw new ApiError('MALFORMED_REQUEST', `The form cannot be read: ${error.message}. ${READABLE_FORM}`);
};

/** Yields the bytes of a form's file. @throws ApiError MALFORMED_REQUEST, INVALID_REQUEST */
async function* bytesOfFile(file: Readable): AsyncGenerator<Uint8Array> {
  try {
    yield* leftOpen(file);
  } catch (error) {
    refuseForm(error);
  }
}

/** Yields the parts of a form. @throws ApiError MALFORMED_REQUEST */
async function* partsOf(request: FastifyRequest): ReturnType<FastifyRequest['parts']> {
  try {
    yield* request.parts();
  } catch (error) {
    refuseForm(error);
  }
}

/** Returns the file of a form and the fields before it. */
const readForm = async (request: FastifyRequest): Promise<WhitelistUpload> => {
  let creator: string | undefined;
  for await (const part of partsOf(request)) {
    refuseUnknownPart(part.fieldname);
    if (part.type === 'field') {
      if (part.fieldname === 'creator' && typeof part.value === 'string') creator = part.value;
      continue;
    }
    if (part.fieldname === 'file') return { list: { kind: 'csv', pieces: bytesOfFile(part.file) }, creator: creator };
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

/**
 * Iterates a body without destroying it when reading stops early, so that the answer goes out on the same connection.
 */
const leftOpen = (body: Readable): AsyncIterable<Uint8Array> =>
  body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;

/**
 * Returns the list a request carries; of CSV as a stream.
 *
 * @throws ApiError INVALID_REQUEST, MALFORMED_REQUEST
 */
export const readUpload = async (request: FastifyRequest): Promise<WhitelistUpload> => {
  if (request.isMultipart()) return readForm(request);
  const { body } = request;
  if (body instanceof Readable) return { list: { kind: 'csv', pieces: leftOpen(body) }, creator: undefined };
  return readJson(body as WhitelistBody);
};
