import rateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import type { RateLimitCounter } from '@weir/infra';
import type { ServerConfig } from '../config/server-config.js';
import { networkOf } from '../connections/client-network.js';
import { ApiError } from '../errors/api-error.js';
import { sharedRateLimitStore } from './shared-rate-limit-store.js';

export interface RateLimitOptions extends Pick<ServerConfig, 'rateLimit'> {
  /** Counts together with the other replicas; without it each process counts by itself. */
  readonly counter?: RateLimitCounter | undefined;
}

/** Bounds requests per client network, with RateLimit headers on every answer and Retry-After on a refusal. */
export const rateLimitPlugin = fp<RateLimitOptions>(
  async (app, { rateLimit: { max, windowMs }, counter }) => {
    if (max === 0) return;
    await app.register(rateLimit, {
      max,
      timeWindow: windowMs,
      enableDraftSpec: true,
      keyGenerator: ({ ip }) => networkOf(ip),
      ...(counter !== undefined && { store: sharedRateLimitStore(counter) }),
      errorResponseBuilder: (_, { ttl }) => {
        const seconds = Math.ceil(ttl / 1000);
        return new ApiError(
          'RATE_LIMITED',
          `At most ${max} requests in ${windowMs / 1000} seconds; try again in ${seconds} seconds`,
          {
            retryAfterSeconds: seconds,
          },
        );
      },
    });
  },
  { name: 'rate-limit' },
);
