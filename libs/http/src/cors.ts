import cors from '@fastify/cors';
import fp from 'fastify-plugin';
import type { ServerConfig } from './config/server-config.js';

export interface CorsOptions extends Pick<ServerConfig, 'corsOrigins'> {
  /** HTTP methods that pages may use. */
  readonly methods: readonly string[];
  /** Request headers that pages may send. */
  readonly allowedHeaders: readonly string[];
}

/** Response headers that pages may read. */
const EXPOSED = [
  'x-request-id',
  'etag',
  'ratelimit',
  'ratelimit-policy',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'retry-after',
  'idempotency-replayed',
];

/** Allows web pages of the configured origins to call. There are no cookies, so no credentials are shared. */
export const corsPlugin = fp<CorsOptions>(async (app, { corsOrigins, methods, allowedHeaders }) => {
  await app.register(cors, {
    origin: corsOrigins === '*' ? '*' : [...corsOrigins],
    methods: [...methods],
    allowedHeaders: [...allowedHeaders],
    exposedHeaders: EXPOSED,
    maxAge: 86_400,
  });
});
