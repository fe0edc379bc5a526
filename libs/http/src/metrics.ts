import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyContextConfig, onRequestHookHandler } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolReading, ServerStatus } from '@weir/infra';
import { UNDOCUMENTED } from './docs/swagger.js';
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
          'Send METRICS_TOKEN as a bearer token: Authorization: Bearer <token>',
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
    help: 'Requests that the service failed to answer: status 500 and above, except expected ones (no indexer, a figure that is being counted).',
    labelNames: ['route'],
    registers: [registry],
  });

  register?.(registry);
  app.addHook('onResponse', (request, reply, next) => {
    const route = request.routeOptions.url ?? 'unknown';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (request.isFailed === true) failures.inc({ route });
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

/** Reads a value for a metric; undefined when it cannot be read now. */
export type MetricReader<T> = () => Promise<T | undefined>;

/** Values by label value; a metric without a label has one entry of any name. */
export type Readings = readonly (readonly [string, number])[];

/**
 * Creates metrics whose values are read at each scrape: counters when the name ends in `_total` (the Prometheus
 * convention), else gauges.
 */
export const metricOf =
  (registry: Registry) =>
  (name: string, help: string, label: string | undefined, read: () => Readings | Promise<Readings>): void => {
    const Metric = name.endsWith('_total') ? Counter : Gauge;
    new Metric({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const readings = await read();
        this.reset();
        // After `reset` an unlabelled metric is 0; removed, it is absent while its value is unknown.
        if (label === undefined) this.remove();
        for (const [of, value] of readings) this.inc(label === undefined ? {} : { [label]: of }, value);
      },
    });
  };

/** Sources of the Electrum metrics. */
export interface ChainSources {
  readonly servers: () => readonly ServerStatus[];
  /** Height and time of the newest block; rejects while it is unknown. */
  readonly tip: () => Promise<{ readonly height: number; readonly time: number }>;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Adds metrics of the Electrum servers, one label value per server in ELECTRUM_URLS. */
export const electrumMetrics = (registry: Registry, { servers, tip, now }: ChainSources): void => {
  const metric = metricOf(registry);
  // Asking for the tip updates the servers' heights as well.
  const known: MetricReader<{ height: number; time: number }> = () => tip().catch(() => undefined);
  const each = (read: (server: ServerStatus) => number | null) => async (): Promise<Readings> => {
    await known();
    return servers().flatMap((server) => {
      const value = read(server);
      return value === null ? [] : [[server.url, value] as const];
    });
  };
  metric(
    'weir_electrum_usable',
    '1 if the server is connected and not suspended, else 0.',
    'server',
    each((of) => Number(of.usable)),
  );
  metric(
    'weir_electrum_lagging',
    '1 if its tip is lower than one seen before, else 0.',
    'server',
    each((of) => Number(of.lagging)),
  );
  metric(
    'weir_electrum_height',
    'The last tip that the server reported.',
    'server',
    each(({ height }) => height),
  );
  metric(
    'weir_electrum_height_spread_blocks',
    'Blocks between the highest and the lowest tip of connected servers.',
    undefined,
    async () => {
      await known();
      const heights = servers().flatMap(({ connected, height }) => (connected && height !== null ? [height] : []));
      return heights.length === 0 ? [] : [['', Math.max(...heights) - Math.min(...heights)]];
    },
  );
  metric('weir_tip_height', 'The newest block.', undefined, async () => {
    const newest = await known();
    return newest === undefined ? [] : [['', newest.height]];
  });
  metric('weir_tip_age_seconds', 'Age of the newest block by its timestamp.', undefined, async () => {
    const newest = await known();
    return newest === undefined ? [] : [['', Math.max(0, now() - newest.time)]];
  });
};

/** Adds metrics of the database connection pool. */
export const poolMetrics = (registry: Registry, read: () => PoolReading): void => {
  const metric = metricOf(registry);
  metric('weir_db_connections', 'Connections to the database.', 'state', () => {
    const { total, idle } = read();
    return [
      ['idle', idle],
      ['used', total - idle],
    ];
  });
  metric('weir_db_waiting', 'Requests waiting for a database connection.', undefined, () => [['', read().waiting]]);
  metric('weir_db_waits_total', 'Requests for a database connection.', undefined, () => [['', read().waits]]);
  metric('weir_db_waited_seconds_total', 'Total time waited for database connections.', undefined, () => [
    ['', read().waitedSeconds],
  ]);
};
