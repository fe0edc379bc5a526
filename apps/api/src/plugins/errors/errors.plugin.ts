import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { ERRORS } from '@weir/api-contract';
import { allowedMethods } from './allowed-methods.js';
import { ApiError } from './api-error.js';
import { problemBody } from './problem-body.js';
import { toProblem } from './problem.js';

/** Whether a handler ran out of time while its body was still on its way: the client's slowness, not ours. */
const isLateBody = (error: unknown, { raw }: FastifyRequest): boolean =>
  !raw.complete && error instanceof Error && 'code' in error && error.code === 'FST_ERR_HANDLER_TIMEOUT';

/** No other request can come on a connection whose body is not read to its end. */
const lateBody = (): ApiError =>
  new ApiError('REQUEST_TIMEOUT', 'The body did not arrive in time', {}, { connection: 'close' });

/** Answers a thrown thing; logs what is our own fault. */
export const replyWithProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const problem = toProblem(isLateBody(error, request) ? lateBody() : error);
  const { status } = ERRORS[problem.code];
  if (status >= 500) request.log.error({ err: error, code: problem.code }, problem.message);
  return reply.code(status).headers(problem.headers).send(problemBody(problem, request.id));
};

/** Gives every error of the app, its own and the framework's, the one decided body. */
export const errorsPlugin = fp(
  (app, _, done) => {
    app.setErrorHandler((error, request, reply) => replyWithProblem(error, request, reply));
    const limit = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {};
    app.setNotFoundHandler(limit, (request, reply) => {
      const [path = ''] = request.url.split('?');
      const allow = allowedMethods(app.routeTable, path);
      const error =
        allow.length === 0
          ? new ApiError('ROUTE_NOT_FOUND', `There is no route ${request.method} ${path.slice(0, 200)}; see /docs`)
          : new ApiError(
              'METHOD_NOT_ALLOWED',
              `${path.slice(0, 200)} takes ${allow.join(', ')}, not ${request.method}`,
              { allow },
              { allow: allow.join(', ') },
            );
      return replyWithProblem(error, request, reply);
    });
    done();
  },
  { name: 'errors', dependencies: ['rate-limit', 'access'] },
);
