import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { IDEMPOTENCY_HEADER, REPLAYED_HEADER } from '@weir/api-contract';
import { FinishedAnswer, answerOf } from '@weir/http';
import type { Fingerprint, IdempotencyService, IdempotentResponse, KeyedRequest } from '@weir/services';
import { originOf } from '../origin.js';
import { fingerprintOf } from './request-fingerprint.js';

/** How a route creates something. */
export interface Creation<View> {
  /** Creates the record. @param kept stores the answer with the record; undefined where the request has no key */
  readonly work: (kept: IdempotentResponse<View> | undefined) => Promise<View>;
  /** What repetitions get of it, and the database keeps for them; by default all of it. */
  readonly forRepetition?: (view: View) => object;
  /** Fingerprint of the request; by default of its parsed body. */
  readonly fingerprint?: Fingerprint;
}

/** Makes creations idempotent by their key. */
export interface OnceAnswers {
  /**
   * Runs a creation and returns its view, or the answer that was made of it, or that an earlier request got under the
   * same key.
   */
  create<View>(request: FastifyRequest, reply: FastifyReply, creation: Creation<View>): Promise<View | FinishedAnswer>;
  /**
   * Whether the request's key already has an answer. Such a request is replayed even where a new one would be refused.
   */
  isAnswered(request: FastifyRequest): Promise<boolean>;
}

const QUOTED = /^"(.*)"$/u;

/** Returns the key of a request. The draft puts it in quotes; most clients send it bare. */
const keyOf = ({ headers }: FastifyRequest): string | undefined => {
  const given = headers[IDEMPOTENCY_HEADER];
  if (typeof given !== 'string') return undefined;
  return QUOTED.exec(given)?.[1] ?? given;
};

/** Returns the scope of a request's key: its caller (proven or only named), else its network. */
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
  // Only a proven caller's quota is charged, so that nobody can use up another's.
  return { scope, key, counts: { caller: isProven ? scope : null, network } };
};

/** Creates the idempotent creation of records. */
export const createOnceAnswers = (idempotency: IdempotencyService): OnceAnswers => ({
  async create(request, reply, { work, forRepetition, fingerprint = fingerprintOf(request) }) {
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
  async isAnswered(request) {
    const keyed = readKeyed(request);
    return keyed !== undefined && idempotency.isAnswered(keyed);
  },
});
