import helmet from '@fastify/helmet';
import fp from 'fastify-plugin';

/** Security headers. The API serves data, so nothing may be embedded or run; the documentation page sets its own rules. */
export const helmetPlugin = fp(async (app) => {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Browsers of other origins read the API where CORS allows it.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
});
