import { createHash, type Hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@weir/api-contract';
import { answerOf, FinishedAnswer } from '@weir/http';
import { BCH_DECIMALS } from '@weir/kinds';
import type {
  Fingerprint,
  IdempotencyService,
  IdempotentResponse,
  KeyedRequest,
  RecipientInput,
  WhitelistInput,
} from '@weir/services';
import { originOf } from '../request.js';

const ADDRESS = /^\s*(?:bitcoincash:|bchtest:|bchreg:)?([qpzr][qpzry9x8gf2tvdw0s3jn54khce6mua7l]{41,})\s*$/iu;
const HEX = /^(?:[0-9a-f]{64,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu;
const DECIMAL = /^0*(\d+)(?:\.(\d*?)0*)?$/u;

const decimalOf = (text: string): string => {
  const [, whole, fraction = ''] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) return text;
  return fraction === '' ? whole : `${whole}.${fraction}`;
};

const textOf = (text: string): string => {
  const [, address] = ADDRESS.exec(text) ?? [];
  if (address !== undefined) return address.toLowerCase();
  return HEX.test(text) ? text.toLowerCase() : decimalOf(text);
};

/**
 * Returns one form for what a request may write in several: a number and its decimal text (0.1, "0.10"), a cash address
 * with and without its prefix or in capitals, hex and ids in either case. Anything else stays as it is.
 */
export const canonicalValue = (value: unknown): unknown => {
  if (typeof value === 'string') return textOf(value);
  return typeof value === 'number' ? decimalOf(value.toFixed(BCH_DECIMALS)) : value;
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

/** Serialises JSON independently of the order of its fields and of how values are written. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(byName)) : canonicalValue(inner),
  );

/** Starts a hash with the route, its parameters and query. */
const begin = ({ routeOptions, params, query }: FastifyRequest): Hash =>
  createHash('sha256').update(`${canonical([routeOptions.method, routeOptions.url, params, query])}\n`);

/** Returns the fingerprint of a request with a parsed body, independent of the order of fields. */
export const fingerprintOf = (request: FastifyRequest): Fingerprint => {
  const digest = (): string => {
    const { body } = request;
    return begin(request)
      .update(body instanceof Uint8Array ? body : canonical(body ?? null))
      .digest('hex');
  };
  return { ofRead: digest, ofAll: () => Promise.resolve(digest()) };
};

const drain = async (items: AsyncIterable<unknown>): Promise<void> => {
  const reading = items[Symbol.asyncIterator]();
  while ((await reading.next()).done !== true);
};

const rowsOf = (batch: readonly RecipientInput[]): string =>
  JSON.stringify(batch.map(({ address, amount }) => [canonicalValue(address), canonicalValue(amount)])).slice(1, -1);

/**
 * Wraps a list so that it is hashed while it is read. CSV has the same hash in a form, as a body and in JSON.
 *
 * @param creator the creator named in the body
 */
export const fingerprintList = (
  list: WhitelistInput,
  request: FastifyRequest,
  creator: string | undefined,
): { readonly list: WhitelistInput; readonly fingerprint: Fingerprint } => {
  const hash = begin(request).update(`${canonical(creator ?? '')}\n${list.kind}\n`);
  async function* pieces(from: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of from) {
      hash.update(piece);
      yield piece;
    }
  }
  async function* batches(from: AsyncIterable<readonly RecipientInput[]> | Iterable<readonly RecipientInput[]>) {
    for await (const batch of from) {
      if (batch.length > 0) hash.update(`${rowsOf(batch)},`);
      yield batch;
    }
  }
  const ofRead = (): string => hash.copy().digest('hex');
  if (list.kind === 'csv') {
    const hashed = pieces(list.pieces);
    return { list: { kind: 'csv', pieces: hashed }, fingerprint: { ofRead, ofAll: () => drain(hashed).then(ofRead) } };
  }
  const hashed = batches(list.batches);
  return {
    list: { kind: 'recipients', batches: hashed },
    fingerprint: { ofRead, ofAll: () => drain(hashed).then(ofRead) },
  };
};

/** How a route creates something. */
export interface Creation<View> {
  /** Creates the record. @param kept stores the answer with the record; undefined where the request has no key */
  readonly work: (kept: IdempotentResponse<View> | undefined) => Promise<View>;
  /** What repetitions get of it, and the database keeps for them; by default all of it. */
  readonly forRepetition?: (view: View) => object;
  /** Fingerprint of the request; by default of its parsed body. */
  readonly fingerprint?: Fingerprint;
}

const QUOTED = /^"(.*)"$/u;

/** Returns the key of a request. The draft puts it in quotes; most clients send it bare. */
const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers[IDEMPOTENCY_HEADER];
  if (typeof given !== 'string') return undefined;
  return QUOTED.exec(given)?.[1] ?? given;
};

/** Returns the scope of a request's key: its caller (proven or only named), else its network. */
const scopeOf = ({ caller }: FastifyRequest, network: string): string => {
  const whose = caller?.isAuthenticated === true ? 'proven' : 'named';
  const of = caller === undefined ? `network ${network}` : `${whose} ${caller.session[0]}`;
  return createHash('sha256').update(`weir idempotency ${of}`).digest('hex');
};

const readKeyed = (request: FastifyRequest): Omit<KeyedRequest, 'fingerprint'> | undefined => {
  const key = keyOf(request);
  if (key === undefined) return undefined;
  const { network, account } = originOf(request);
  const scope = scopeOf(request, network);
  // Only a proven caller's quota is charged, so that nobody can use up another's.
  return { scope, key, counts: { callerHash: account === undefined ? null : scope, network } };
};

/** Makes creations idempotent by their key. */
export const createOnceAnswers = (idempotency: IdempotencyService) => ({
  /**
   * Runs a creation and returns its view, or the answer that was made of it, or that an earlier request got under the
   * same key.
   */
  async create<View>(
    request: FastifyRequest,
    reply: FastifyReply,
    { work, forRepetition, fingerprint = fingerprintOf(request) }: Creation<View>,
  ): Promise<View | FinishedAnswer> {
    const keyed = readKeyed(request);
    if (keyed === undefined) return work(undefined);
    const answers: unknown[] = [];
    const { answer, isReplayed } = await idempotency.once({ ...keyed, fingerprint }, work, (view) => {
      answers.push(answerOf(request, view));
      return JSON.stringify(forRepetition === undefined ? answers.at(-1) : answerOf(request, forRepetition(view)));
    });
    if (isReplayed) reply.header(REPLAYED_HEADER, 'true');
    // The last one is of what was stored: a transaction may have been retried.
    return new FinishedAnswer(answers.at(-1) ?? JSON.parse(answer));
  },
  /** Whether the request's key already has an answer. Such a request is replayed even where a new one would be refused. */
  async isAnswered(request: FastifyRequest): Promise<boolean> {
    const keyed = readKeyed(request);
    return keyed !== undefined && idempotency.isAnswered(keyed);
  },
});

export type OnceAnswers = ReturnType<typeof createOnceAnswers>;
