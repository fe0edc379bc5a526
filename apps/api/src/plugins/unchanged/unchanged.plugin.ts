import type { onSendHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { createRememberedAnswers } from './remembered-answers.js';

export interface UnchangedOptions {
  /** Names all that the marked routes' answers depend on; undefined when nobody can tell. */
  readonly stamp: () => Promise<string | undefined>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer depends on the URL and the stored state alone: the same may be given until that changes. */
    unchanging?: boolean;
  }
  interface FastifyRequest {
    /** What the answer, once made, is remembered under. */
    stamp: string | undefined;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** 64 million characters; a second, for what a page may carry from elsewhere (the indexer). */
const BOUNDS = { maxSize: 64_000_000, maxAgeMs: 1_000 };

/**
 * Gives the last answer of a route marked `unchanging` again while nothing it depends on has changed. Which is asked
 * for every request, so that nobody ever reads older data than without it: after a confirmed write, on whichever
 * replica, the next list shows it.
 */
export const unchangedPlugin = fp<UnchangedOptions>(
  (app, { stamp }, done) => {
    const answers = createRememberedAnswers(BOUNDS);

    const answerAgain: preHandlerAsyncHookHandler = async (request, reply) => {
      if (request.method !== 'GET') return;
      const current = await stamp();
      if (current === undefined) return;
      const body = answers.get(request.url, current);
      if (body === undefined) {
        request.stamp = current;
        return;
      }
      return reply.type(JSON_TYPE).send(body);
    };
    const remember: onSendHookHandler = (request, reply, payload, next) => {
      if (request.stamp !== undefined && reply.statusCode === 200 && typeof payload === 'string')
        answers.set(request.url, request.stamp, payload);
      next(null, payload);
    };

    app.decorateRequest('stamp', undefined);
    app.addHook('onRoute', (route) => {
      if (route.config?.unchanging !== true) return;
      if (route.config.access?.caller !== 'none')
        throw new Error(`Route ${route.url} looks at its caller: its answer does not depend on the URL alone`);
      route.preHandler = [...[route.preHandler ?? []].flat(), answerAgain];
      route.onSend = [...[route.onSend ?? []].flat(), remember];
    });
    done();
  },
  { name: 'unchanged' },
);
