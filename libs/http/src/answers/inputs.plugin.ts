import type { preHandlerHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { normalizerOf } from '@weir/api-contract';
import { isObject, jsonSchemaOf } from './json-schema-of.js';

/** Normalizes the bodies of requests by their schemas. Register it before the routes. */
export const inputsPlugin = fp(
  (app, _, done) => {
    app.addHook('onRoute', (route) => {
      const body = route.schema?.body;
      const schema = isObject(body) ? jsonSchemaOf(body) : undefined;
      if (schema === undefined) return;
      const normalize = normalizerOf(schema);
      const normalizeBody: preHandlerHookHandler = (request, _reply, next) => {
        request.body = normalize(request.body);
        next();
      };
      route.preHandler = [normalizeBody, ...[route.preHandler ?? []].flat()];
    });
    done();
  },
  { name: 'inputs' },
);
