import { Readable } from 'node:stream';
import type { WhitelistBody } from '@weir/api-contract';
import type { WhitelistInput } from '@weir/services';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../plugins/errors/api-error.js';

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

/**
 * The list that a request carries, as a stream where it can be large.
 *
 * @throws ApiError INVALID_REQUEST
 */
export const readUpload = async (request: FastifyRequest): Promise<WhitelistUpload> => {
  if (request.isMultipart()) return readForm(request);
  if (request.body instanceof Readable) return { list: { kind: 'csv', pieces: request.body as AsyncIterable<Uint8Array> }, creator: undefined };
  return readJson(request.body as WhitelistBody);
};
