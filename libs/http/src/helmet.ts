import helmet from '@fastify/helmet';
import fastify from 'fastify';
import fp from 'fastify-plugin';

type Headers = Readonly<Record<string, string>>;

/**
 * Security headers. The API serves data, so nothing may be embedded or run; the documentation page sets its own policy.
 */
const readHeaders = async (): Promise<Headers> => {
  const probe = fastify();
  await probe.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    // Pages of other origins may read responses; CORS decides which.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
  });
  probe.get('/', (_, reply) => reply.raw.getHeaders());
  const answer = await probe.inject('/');
  await probe.close();
  return answer.json<Headers>();
};

let known: Promise<Headers> | undefined;

/**
 * Sets helmet's security headers, which are the same for every request: they are asked for once, where helmet would put itself
 * together anew for each.
 */
export const helmetPlugin = fp(async (app) => {
  const headers = await (known ??= readHeaders());
  app.addHook('onRequest', (_request, reply, next) => {
    reply.headers(headers);
    next();
  });
});
