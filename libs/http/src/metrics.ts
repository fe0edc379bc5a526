import { createHash, timingSafeEqual } from 'node:crypto';
import type {} from '@fastify/rate-limit';
import type { FastifyContextConfig, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { UNDOCUMENTED } from './docs/undocumented.js';
import { ApiError } from './errors/api-error.js';
import { shareWork } from './shared-work.js';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Requires this bearer token (else 401). The comparison takes constant time. */
const demandToken = (token: string): onRequestHookHandler => {
  const expected = digest(`Bearer ${token}`);
  return (request, _reply, next) => {
    if (timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) next();
    else
      next(
        new ApiError(
          'TOKEN_INVALID',
          'Figures are shown to whoever brings METRICS_TOKEN as a bearer: Authorization: Bearer <token>',
          {},
          { 'www-authenticate': 'Bearer' },
        ),
      );
  };
};

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** How long rendered metrics are reused, milliseconds. */
const FRESH_MS = 1_000;

export interface MetricsOptions {
  /** Adds an app's own metrics to the registry. */
  readonly register?: (registry: Registry) => void;
  /** Bearer token required to read /metrics; undefined leaves it public. */
  readonly token?: string | undefined;
  /** Route configuration of /metrics. */
  readonly config?: FastifyContextConfig;
}

/** Measures every request by route pattern, never by path, and serves the metrics at /metrics. */
export const metricsPlugin = fp<MetricsOptions>((app, { register, token, config = {} }, done) => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Response time, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: SECONDS,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'http_errors_total',
    help: 'Responses with status 500 and above.',
    labelNames: ['route'],
    registers: [registry],
  });

  register?.(registry);
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) failures.inc({ route });
    next();
  });
  // No rate limit here: however often it is asked, the metrics are rendered once a second.
  const rendered = shareWork(async () => Buffer.from(await registry.metrics()), FRESH_MS);
  app.get(
    '/metrics',
    {
      schema: UNDOCUMENTED,
      config: { ...config, rateLimit: false },
      logLevel: 'warn',
      ...(token !== undefined && { onRequest: demandToken(token) }),
    },
    async (_request, reply) => reply.type(registry.contentType).send(await rendered()),
  );
  done();
});
