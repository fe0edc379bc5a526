import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { KnownRoute } from '../logged-path.js';
import { ApiError, type ErrorTranslation } from './api-error.js';
import { createReplyWithProblem, isHandlerTimeout, PARAMETER_TOO_LONG } from './reply-with-problem.js';

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

/** Characters of a path that an error repeats. */
const SHOWN = 200;

/** Returns why no route takes a request. @param routes all but those for HEAD, which are those for GET */
const unroutedProblem = (
  routes: readonly KnownRoute[],
  { method, url }: Pick<FastifyRequest, 'method' | 'url'>,
): ApiError => {
  const [path = ''] = url.split('?');
  const shown = path.slice(0, SHOWN);
  const allow = allowedMethods(routes, path);
  if (allow.length === 0) return new ApiError('ROUTE_NOT_FOUND', `There is no route ${method} ${shown}; see /docs`);
  if (!allow.includes(method === 'HEAD' ? 'GET' : method))
    return new ApiError(
      'METHOD_NOT_ALLOWED',
      `${shown} takes ${allow.join(', ')}, not ${method}`,
      { allow },
      { allow: allow.join(', ') },
    );
  // A route of this method has this form, and the router did not choose it.
  return new ApiError('URI_TOO_LONG', PARAMETER_TOO_LONG);
};

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
    app.decorate('knownRoutes', routes);
    app.addHook('onRoute', ({ method, url, config }) => {
      for (const one of [method].flat())
        if (one !== 'HEAD') routes.push({ method: one, url, hasSecretPath: config?.hasSecretPath });
    });
    app.decorateRequest('isAnswered', false);
    app.decorateRequest('problemPage', undefined);
    app.decorateRequest('isFailed', false);
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
      return replyWithProblem(unroutedProblem(routes, request), request, reply);
    });
    done();
  },
  { name: 'errors', dependencies: ['rate-limit'] },
);
