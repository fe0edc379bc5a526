import helmet from '@fastify/helmet';
import fp from 'fastify-plugin';

/**
 * Sets security headers. The API serves data, so nothing may be embedded or run; the documentation page sets its own
 * policy.
 */
export const helmetPlugin = fp(async (app) => {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Pages of other origins may read responses; CORS decides which.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
});
