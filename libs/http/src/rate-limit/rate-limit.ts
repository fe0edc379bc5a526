import rateLimit, { type FastifyRateLimitStore } from '@fastify/rate-limit';
import fp from 'fastify-plugin';
import { type RateLimitCounter, withTimeout } from '@weir/infra';
import type { ServerConfig } from '../config/server-config.js';
import { networkOf } from '../connections/client-network.js';
import { ApiError } from '../errors/api-error.js';

/** Time limit for the shared count, milliseconds: a slow database must not delay requests that do not need it. */
const PATIENCE_MS = 3_000;

/** Most clients whose last count is cached. */
const MAX_CLIENTS = 100_000;

interface Count {
  readonly current: number;
  /** Milliseconds. */
  readonly ttl: number;
}

/**
 * Creates a counter over all replicas that caches each client's last count: a client over the limit is refused without
 * asking the database, and while that does not answer this process goes on counting alone.
 */
export const createSharedCounts = (
  counter: RateLimitCounter,
): ((key: string, windowMs: number, max: number) => Promise<Count>) => {
  const known = new Map<string, number>();
  let windowEnd = 0;

  const note = (key: string, hits: number): void => {
    if (known.size >= MAX_CLIENTS) known.clear();
    known.set(key, Math.max(hits, known.get(key) ?? 0));
  };

  return async (key, windowMs, max) => {
    const now = Date.now();
    if (now >= windowEnd) {
      known.clear();
      windowEnd = (Math.floor(now / windowMs) + 1) * windowMs;
    }
    const hits = known.get(key) ?? 0;
    if (hits > max) return { current: hits, ttl: windowEnd - now };
    try {
      const counted = await withTimeout(PATIENCE_MS, counter.hit(key));
      windowEnd = Date.now() + counted.msLeft;
      note(key, counted.hits);
      return { current: counted.hits, ttl: counted.msLeft };
    } catch {
      note(key, (known.get(key) ?? 0) + 1);
      return { current: known.get(key) ?? 1, ttl: Math.max(0, windowEnd - Date.now()) };
    }
  };
};

/** Creates the store class that @fastify/rate-limit expects, over one counter for all routes. */
export const sharedRateLimitStore = (counter: RateLimitCounter) => {
  const count = createSharedCounts(counter);
  return class SharedRateLimitStore implements FastifyRateLimitStore {
    incr(key: string, callback: (error: Error | null, result?: Count) => void, windowMs: number, max: number): void {
      void count(key, windowMs, max).then((counted) => callback(null, counted));
    }

    child(): this {
      return this;
    }
  };
};

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
          `Limit of ${max} requests in ${windowMs / 1000} seconds reached. Retry in ${seconds} seconds`,
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
