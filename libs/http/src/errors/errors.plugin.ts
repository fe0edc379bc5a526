import type {} from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import { allowedMethods, type KnownRoute } from './allowed-methods.js';
import { ApiError, type ErrorTranslation } from './api-error.js';
import { createReplyWithProblem, isHandlerTimeout } from './reply-with-problem.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its answer is made, and on its way out. */
    isAnswered: boolean;
  }
}

/**
 * Answers every error of an app, its own and the framework's, with the common error body. Register it before the
 * routes.
 */
export const errorsPlugin = fp<ErrorTranslation>(
  (app, translation, done) => {
    const replyWithProblem = createReplyWithProblem(translation);
    const routes: KnownRoute[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, url });
    });
    app.decorateRequest('isAnswered', false);
    app.addHook('onSend', (request, _reply, payload, next) => {
      request.isAnswered = true;
      next(null, payload);
    });
    app.setErrorHandler((error, request, reply) =>
      // The time limit may pass while an answer is compressed, before its first byte. Its headers are set: an error in its place would
      // have the answer's encoding. Without a return value the answer goes out.
      request.isAnswered && isHandlerTimeout(error) ? undefined : replyWithProblem(error, request, reply),
    );
    const limit = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {};
    app.setNotFoundHandler(limit, (request, reply) => {
      const [path = ''] = request.url.split('?');
      const allow = allowedMethods(routes, path);
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
  { name: 'errors', dependencies: ['rate-limit'] },
);
