import cors from '@fastify/cors';
import fp from 'fastify-plugin';
import type { HttpConfig } from '../../config/config.js';

const EXPOSED = ['x-request-id', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'];

/** Which web pages may call. There are no cookies, so no credentials are shared with any of them. */
export default fp<Pick<HttpConfig, 'corsOrigins'>>(async (app, { corsOrigins }) => {
  await app.register(cors, {
    origin: corsOrigins === '*' ? '*' : [...corsOrigins],
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['content-type', 'x-user-address', 'x-request-id', 'authorization'],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
  });
});
