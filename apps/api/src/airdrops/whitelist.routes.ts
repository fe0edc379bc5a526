import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import {
  downloadWhitelist,
  generateMerkle,
  getProof,
  replaceAddresses,
  type WhitelistBody,
  WhitelistForm,
} from '@weir/api-contract';
import { ApiError, checkOf, findUnknownField, refuseUnknown, type RoutesAsync } from '@weir/http';
import type { Caller, AirdropsService, WhitelistInput } from '@weir/services';
import { callerOf, viewerOf } from '../plugins/access/caller.js';
import { csvFile } from '../shared/csv-file.js';
import { fingerprintList, type OnceAnswers } from '../shared/once/answer-once.js';
import { originOf } from '../shared/request.js';
import { AIRDROP_ACCESS } from './airdrop-access.js';

/** An uploaded list, and the creator named in the body. */
interface WhitelistUpload {
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
const READABLE_FORM = 'Send complete multipart/form-data with the boundary that its header names';

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
const readUpload = async (request: FastifyRequest): Promise<WhitelistUpload> => {
  if (request.isMultipart()) return readForm(request);
  const { body } = request;
  if (body instanceof Readable) return { list: { kind: 'csv', pieces: leftOpen(body) }, creator: undefined };
  return readJson(body as WhitelistBody);
};

/** Above the limit of the CSV reader, so that the reader refuses and names the reason. */
const MAX_FILE_BYTES = 128 * 2 ** 20;
/** Time limit to receive a list and build its tree, milliseconds. */
export const UPLOAD_TIMEOUT_MS = 300_000;

/** The parts of a request that are known before its body. */
interface ListRequest extends Pick<FastifyRequest, 'caller'> {
  readonly params: { readonly id: string };
  readonly query: { readonly creator?: string };
}

/**
 * Returns the creator: the caller, else the address the request names. Every named address must be the campaign's
 * creator. @throws ApiError CALLER_REQUIRED
 */
const authorise = async (airdrops: AirdropsService, id: string, named: readonly (Caller | undefined)[]) => {
  const [first, ...others] = named.filter((addresses) => addresses !== undefined);
  if (first === undefined)
    throw new ApiError(
      'CALLER_REQUIRED',
      'Name the creator: in the header x-user-address, or as creator in the query, the JSON or the form',
      { field: 'creator' },
    );
  for (const other of others) await airdrops.assertListable(id, other);
  return first;
};

const checkParams = checkOf(generateMerkle.params, 'params');
const checkQuery = checkOf(generateMerkle.querystring, 'querystring');

/**
 * Refuses a list before reading it, when its path and headers suffice: reading one is expensive.
 *
 * @throws ApiError INVALID_REQUEST; ServiceError NOT_FOUND, FORBIDDEN, WRONG_STATE, INVALID_ADDRESS
 */
const refuseUnread = async (airdrops: AirdropsService, { params, query, caller }: ListRequest) => {
  const { error } = [checkParams(params), checkQuery(query)].find((checked) => checked.error !== undefined) ?? {};
  if (error !== undefined) throw error;
  for (const addresses of [caller?.addresses, query.creator])
    if (addresses !== undefined) await airdrops.assertListable(params.id, addresses);
};

/** Adds the parser these routes need beside forms and JSON: CSV as a stream. */
const addListParser = (app: FastifyInstance): void => {
  app.addContentTypeParser(['text/csv', 'application/csv'], (_request, payload, done) => done(null, payload));
};

/** Names the form of large lists where JSON is larger than a body may be. */
const adviseCsv = (error: Error, request: FastifyRequest): never => {
  if (!(error instanceof errorCodes.FST_ERR_CTP_BODY_TOO_LARGE)) throw error;
  throw new ApiError(
    'PAYLOAD_TOO_LARGE',
    `A list in JSON has at most ${request.routeOptions.bodyLimit} bytes. Send a longer one as CSV: text/csv, or the field file of multipart/form-data`,
  );
};

/** Aborts the work when the client disconnects. */
const whileConnected = async <T>(request: FastifyRequest, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const gone = new AbortController();
  const abort = () => gone.abort();
  request.raw.once('aborted', abort);
  try {
    return await work(gone.signal);
  } finally {
    request.raw.off('aborted', abort);
  }
};

/** Registers the routes of lists, the only ones that accept other content types than JSON (with those of plans). */
export const whitelistRoutes: RoutesAsync<{
  readonly airdrops: AirdropsService;
  readonly once: OnceAnswers;
  /** Largest list in JSON, bytes. */
  readonly listBytes: number;
}> = async (app, { airdrops, once, listBytes }) => {
  await app.register(multipart, {
    limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 4, fieldSize: 1_000, headerPairs: 100 },
  });
  addListParser(app);

  app.post(
    '/:id/generate-merkle',
    {
      schema: generateMerkle,
      bodyLimit: listBytes,
      config: { access: AIRDROP_ACCESS.generateMerkle },
      handlerTimeout: UPLOAD_TIMEOUT_MS,
      errorHandler: adviseCsv,
      preParsing: async (request, _reply, body) => {
        await request.takeTurn();
        // A repeated request is compared with the stored one, in every state of the campaign.
        if (!(await once.isAnswered(request))) await refuseUnread(airdrops, request);
        // A client that sends slowly holds up no others of its network.
        request.leaveTurn();
        return body;
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const sent = await readUpload(request);
      const { list, fingerprint } = fingerprintList(sent.list, request, sent.creator);
      const origin = originOf(request);
      const turn = { take: () => request.takeTurn(), leave: () => request.leaveTurn() };
      await turn.take();
      return once.create(request, reply, {
        // The stored answer is given once the rest of the list has been read.
        fingerprint: {
          ...fingerprint,
          ofAll() {
            turn.leave();
            return fingerprint.ofAll();
          },
        },
        async work(kept) {
          const caller = await authorise(airdrops, id, [
            request.caller?.addresses,
            sent.creator,
            request.query.creator,
          ]);
          return whileConnected(request, (signal) =>
            airdrops.generateMerkle(id, list, caller, { signal, origin, kept, turn }),
          );
        },
      });
    },
  );

  app.post(
    '/:id/replace-addresses',
    { schema: replaceAddresses, config: { access: AIRDROP_ACCESS.replaceAddresses, work: 'expensive' } },
    async (request, reply) => {
      const origin = originOf(request);
      return once.create(request, reply, {
        work: (kept) =>
          airdrops.replaceAddresses(request.params.id, request.body.replacements, callerOf(request), { origin, kept }),
      });
    },
  );

  app.get(
    '/:id/proof/:address',
    { schema: getProof, config: { access: AIRDROP_ACCESS.proof, work: 'expensive' } },
    async (request) => {
      const { id, address } = request.params;
      return airdrops.proof(id, address, viewerOf(request));
    },
  );

  app.get(
    '/:id/whitelist',
    { schema: downloadWhitelist, config: { access: AIRDROP_ACCESS.downloadList, work: 'expensive' } },
    async (request, reply) => {
      const lines = await airdrops.downloadList(request.params.id, callerOf(request));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="whitelist-${request.params.id}.csv"`)
        .send(Readable.from(csvFile(lines)));
    },
  );
};
