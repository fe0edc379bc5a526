import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import fp from 'fastify-plugin';

const PREFIX = '/docs';

/** Handlers that serve the document by route: serialised at the first request, then one shared buffer. */
const preparedDocuments = (app: FastifyInstance): ReadonlyMap<string, RouteHandlerMethod> => {
  const prepared = (type: string, make: () => string): RouteHandlerMethod => {
    let buffer: Buffer | undefined;
    return (_request, reply) => reply.type(type).send((buffer ??= Buffer.from(make())));
  };
  return new Map([
    [`${PREFIX}/json`, prepared('application/json; charset=utf-8', () => JSON.stringify(app.swagger()))],
    [`${PREFIX}/yaml`, prepared('application/x-yaml; charset=utf-8', () => app.swagger({ yaml: true }))],
  ]);
};

/** Serves the documentation page at /docs and the OpenAPI document at /docs/json and /docs/yaml. */
export const swaggerUiPlugin = fp(async (app) => {
  const documents = preparedDocuments(app);
  app.addHook('onRoute', (route) => {
    route.handler = documents.get(route.url) ?? route.handler;
  });
  await app.register(swaggerUi, {
    routePrefix: PREFIX,
    staticCSP: {
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': ["'self'", "'unsafe-inline'"],
      'img-src': ["'self'", 'data:'],
      'connect-src': "'self'",
      'frame-ancestors': "'none'",
    },
  });
});
