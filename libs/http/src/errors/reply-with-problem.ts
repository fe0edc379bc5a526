import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERRORS } from '@weir/api-contract';
import { ApiError, type ErrorTranslation } from './api-error.js';
import { problemBody } from './problem-body.js';
import { toProblem } from './to-problem.js';

/** Whether an error says that a route's time limit has passed. */
export const isHandlerTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT';

/** Whether the handler timed out while its body was still arriving: the client was slow, not the service. */
const isLateBody = (error: unknown, { raw }: FastifyRequest): boolean => !raw.complete && isHandlerTimeout(error);

/** Closes the connection: its body was not read to the end, so no further request can follow. */
const lateBody = (): ApiError =>
  new ApiError('REQUEST_TIMEOUT', 'The body did not arrive in time', {}, { connection: 'close' });

/** Answers a thrown value and logs it when the fault is the service's (status 500 and above). */
export type ReplyWithProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** Creates an app's error responder: its own errors by its translation, all others as both services do. */
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
