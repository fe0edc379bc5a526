import rateLimit from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import type { RateLimitCounter } from '@weir/infra';
import type { ServerConfig } from '../config/server-config.js';
import { networkOf } from '../connections/client-network.js';
import { ApiError } from '../errors/api-error.js';
import { sharedRateLimitStore } from './shared-rate-limit-store.js';

export interface RateLimitOptions extends Pick<ServerConfig, 'rateLimit'> {
  /** Counter shared with the other replicas; without it each process counts alone. */
  readonly counter?: RateLimitCounter | undefined;
}

/** Name of the only policy. */
const POLICY = '"requests"';

/**
 * Limits requests per client network; refusals carry Retry-After. Every response says what is left, by `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10) and by the three headers of the older draft that many
 * clients know.
 */
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
    const policy = `${POLICY};q=${max};w=${Math.ceil(windowMs / 1000)}`;
    app.addHook('onSend', (_request, reply, payload, next) => {
      const [left, seconds] = [reply.getHeader('ratelimit-remaining'), reply.getHeader('ratelimit-reset')];
      if (left !== undefined && seconds !== undefined)
        reply.headers({ 'ratelimit-policy': policy, ratelimit: `${POLICY};r=${String(left)};t=${String(seconds)}` });
      next(null, payload);
    });
  },
  { name: 'rate-limit' },
);
