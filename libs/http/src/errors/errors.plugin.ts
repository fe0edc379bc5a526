import fp from 'fastify-plugin';
import { ApiError, type ErrorTranslation } from './api-error.js';
import { createReplyWithProblem, isHandlerTimeout } from './reply-with-problem.js';

/** A registered route: method and URL pattern. */
export interface KnownRoute {
  readonly method: string;
  readonly url: string;
}

const segments = (path: string): string[] => path.replace(/\/$/, '').split('/');

const matches = (url: string, path: string): boolean => {
  const pattern = segments(url);
  const given = segments(path);
  return (
    pattern.length === given.length &&
    pattern.every((part, index) => (part.startsWith(':') ? given[index] !== '' : part === given[index]))
  );
};

/** Returns the methods of the routes that match a path; empty when none does. */
export const allowedMethods = (routes: readonly KnownRoute[], path: string): string[] => [
  ...new Set(routes.filter(({ url }) => matches(url, path)).map(({ method }) => method)),
];

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether its answer is made, and on its way out. */
    isAnswered: boolean;
  }
}

/** How errors are answered. */
export interface ErrorsOptions extends ErrorTranslation {
  /** Time limit for a client to read an answer that was late, milliseconds; by default that of its route once more. */
  readonly readingMs?: number;
}

/**
 * Answers every error of an app, its own and the framework's, with the common error body. Register it before the
 * routes.
 */
export const errorsPlugin = fp<ErrorsOptions>(
  (app, { readingMs, ...translation }, done) => {
    const replyWithProblem = createReplyWithProblem(translation);
    const routes: KnownRoute[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') routes.push({ method: one, url });
    });
    app.decorateRequest('isAnswered', false);
    app.decorateRequest('problemPage', undefined);
    app.addHook('onSend', (request, _reply, payload, next) => {
      request.isAnswered = true;
      next(null, payload);
    });
    app.setErrorHandler((error, request, reply) => {
      if (!request.isAnswered || !isHandlerTimeout(error)) return replyWithProblem(error, request, reply);
      // The time limit may pass while an answer is compressed, before its first byte. Its headers are set: an error in its place would
      // have the answer's encoding. Without a return value the answer goes out, for which there is as much time again.
      const cutOff = setTimeout(() => reply.raw.destroy(), readingMs ?? request.routeOptions.handlerTimeout).unref();
      reply.raw.once('close', () => clearTimeout(cutOff));
      return undefined;
    });
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
