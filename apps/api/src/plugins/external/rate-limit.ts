import rateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import type { HttpConfig } from '../../config/config.js';
import { ApiError } from '../errors/api-error.js';

/** Bounds requests per client address, with RateLimit headers on every answer and Retry-After on a refusal. */
export default fp<Pick<HttpConfig, 'rateLimit'>>(
  async (app, { rateLimit: { max, windowMs } }) => {
    if (max === 0) return;
    await app.register(rateLimit, {
      max,
      timeWindow: windowMs,
      enableDraftSpec: true,
      errorResponseBuilder: (_, { ttl }) => {
        const seconds = Math.ceil(ttl / 1000);
        return new ApiError('RATE_LIMITED', `At most ${max} requests in ${windowMs / 1000} seconds; try again in ${seconds} seconds`, {
          retryAfterSeconds: seconds,
        });
      },
    });
  },
  { name: 'rate-limit' },
);
