import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@weir/api-contract';
import type { Fingerprint, IdempotencyService, KeptAnswer, KeyedRequest } from '@weir/services';
import { originOf } from '../origin.js';
import { fingerprintOf } from './request-fingerprint.js';

/** A creation as a route does it. */
export interface Creation<Result, Body> {
  /** @param kept keeps the answer with the record; undefined where the request brought no key */
  readonly work: (kept: KeptAnswer<Result> | undefined) => Promise<Result>;
  readonly present: (result: Result) => Body;
  /** Of what is asked for; default of the body that has been read. */
  readonly fingerprint?: Fingerprint;
}

/** Answers creations that brought a key once. */
export interface OnceAnswers {
  /** Does a creation, or gives the answer again that it had. */
  answer<Result, Body>(request: FastifyRequest, reply: FastifyReply, creation: Creation<Result, Body>): Promise<Body>;
  /** Whether the request's key has an answer already: what refuses its like in the meantime does not hold for it. */
  isAnswered(request: FastifyRequest): Promise<boolean>;
}

const QUOTED = /^"(.*)"$/u;

/** The key of a request. The draft has it in quotes; most clients send it bare. */
const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers[IDEMPOTENCY_HEADER];
  if (typeof given !== 'string') return undefined;
  return QUOTED.exec(given)?.[1] ?? given;
};

/** Whose keys a request's is one of: its caller's, proven or not; where it names none in a header, its network's. */
const scopeOf = ({ callerAddress, isCallerAuthenticated }: FastifyRequest, network: string): string => {
  const whose = isCallerAuthenticated ? 'proven' : 'named';
  const of = callerAddress === undefined ? `network ${network}` : `${whose} ${callerAddress}`;
  return createHash('sha256').update(`weir idempotency ${of}`).digest('hex');
};

const readKeyed = (request: FastifyRequest): Omit<KeyedRequest, 'fingerprint'> | undefined => {
  const key = keyOf(request);
  if (key === undefined) return undefined;
  const { network, isProven } = originOf(request);
  const scope = scopeOf(request, network);
  // Nobody's keys can be used up in their name.
  return { scope, key, counts: { caller: isProven ? scope : null, network } };
};

/** Creations that are answered once for each key. */
export const createOnceAnswers = (idempotency: IdempotencyService): OnceAnswers => ({
  async answer(request, reply, { work, present, fingerprint = fingerprintOf(request) }) {
    const keyed = readKeyed(request);
    if (keyed === undefined) return present(await work(undefined));
    const { answer, isReplayed } = await idempotency.once({ ...keyed, fingerprint }, work, (result) =>
      JSON.stringify(present(result)),
    );
    if (isReplayed) reply.header(REPLAYED_HEADER, 'true');
    return JSON.parse(answer) as ReturnType<typeof present>;
  },
  async isAnswered(request) {
    const keyed = readKeyed(request);
    return keyed !== undefined && idempotency.isAnswered(keyed);
  },
});
