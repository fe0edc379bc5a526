import type { FastifyRequest, onSendHookHandler, preHandlerAsyncHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { schemaProperties } from '@weir/http';
import { createAnswerCache } from './answer-cache.js';

export interface UnchangedOptions {
  /** Names all that the marked routes' answers depend on; undefined when nobody can tell. */
  readonly stamp: () => Promise<string | undefined>;
  /** Told whether an answer was given again. */
  readonly onAnswer?: ((result: 'hit' | 'miss') => void) | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The answer depends on path, query and stored state alone: the same may be given until that changes. */
    unchanging?: boolean;
  }
  interface FastifyRequest {
    /** What the answer, once made, is remembered under. */
    remembered: { readonly key: string; readonly stamp: string } | undefined;
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** 64 million characters; a second, for what a page may carry from elsewhere (the indexer). */
const BOUNDS = { maxSize: 64_000_000, maxAgeMs: 1_000 };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/**
 * What a request asks for, once it was checked: the same for all that are answered alike, whatever they say that the route
 * does not know, and in whatever order.
 */
const keyOf = ({ routeOptions: { url, schema }, params, query }: FastifyRequest): string => {
  const known = isObject(schema?.querystring) ? [...schemaProperties(schema.querystring).keys()] : [];
  const asked = isObject(query) ? known.map((name) => query[name] ?? null) : [];
  return JSON.stringify([url, params, asked]);
};

/**
 * Gives the last answer of a route marked `unchanging` again while nothing it depends on has changed. Which is asked
 * for every request, so that nobody ever reads older data than without it: after a confirmed write, on whichever
 * replica, the next list shows it.
 */
export const unchangedPlugin = fp<UnchangedOptions>(
  (app, { stamp, onAnswer }, done) => {
    const answers = createAnswerCache(BOUNDS);

    const answerAgain: preHandlerAsyncHookHandler = async (request, reply) => {
      if (request.method !== 'GET') return;
      const current = await stamp();
      if (current === undefined) return;
      const key = keyOf(request);
      const body = answers.get(key, current);
      onAnswer?.(body === undefined ? 'miss' : 'hit');
      if (body === undefined) {
        request.remembered = { key, stamp: current };
        return;
      }
      return reply.type(JSON_TYPE).send(body);
    };
    const remember: onSendHookHandler = (request, reply, payload, next) => {
      const { remembered } = request;
      if (remembered !== undefined && reply.statusCode === 200 && typeof payload === 'string')
        answers.set(remembered.key, remembered.stamp, payload);
      next(null, payload);
    };

    app.decorateRequest('remembered', undefined);
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
