import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '@weir/api-contract';
import { ApiError, type ErrorTranslation } from './api-error.js';
import { problemBody } from './problem-body.js';
import { toProblem } from './to-problem.js';

/** Whether a handler ran out of time while its body was still on its way: the client's slowness, not ours. */
const isLateBody = (error: unknown, { raw }: FastifyRequest): boolean =>
  !raw.complete && error instanceof Error && 'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT';

/** No other request can come on a connection whose body is not read to its end. */
const lateBody = (): ApiError =>
  new ApiError('REQUEST_TIMEOUT', 'The body did not arrive in time', {}, { connection: 'close' });

/** Answers a thrown thing; logs what is our own fault. */
export type ReplyWithProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** How an app answers thrown things: its own errors as it translates them, all others as both services do. */
export const createReplyWithProblem =
  (translation: ErrorTranslation): ReplyWithProblem =>
  (error, request, reply) => {
    const problem = toProblem(isLateBody(error, request) ? lateBody() : error, translation);
    const { status } = ERRORS[problem.code];
    if (status >= 500) request.log.error({ err: error, code: problem.code }, problem.message);
    return reply
      .code(status)
      .headers(problem.headers)
      .send(problemBody(problem, request.id, translation));
  };
