import swaggerUi from '@fastify/swagger-ui';
import fp from 'fastify-plugin';

/** The documentation page at /docs, the document at /docs/json. */
export const swaggerUiPlugin = fp(async (app) => {
  await app.register(swaggerUi, {
    routePrefix: '/docs',
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
