import { isLocalNetwork } from '@weir/covenants';
import { defaultElectrumUrls, parseServerList } from '@weir/infra';
import type { FieldProblem } from '../validation/explain-problems.js';
import type { ServiceEnvironment } from './environment.schema.js';
import { isProduction, splitList, unusableProxies } from './production.js';

/** The settings of an HTTP server, the same for all services. */
export interface ServerConfig {
  /** Origins whose pages may call the API, or `*` for all. */
  readonly corsOrigins: '*' | readonly string[];
  /** Bearer token required to read /metrics; undefined leaves it public. */
  readonly metricsToken?: string | undefined;
  /** Base URL of an OTLP/HTTP trace receiver; undefined turns tracing off. */
  readonly tracesUrl?: string | undefined;
  /** Requests per client network (see {@link networkOf}) and window; max 0 sets no limit. */
  readonly rateLimit: { readonly max: number; readonly windowMs: number };
  /**
   * Expensive requests of one client that run at once, further ones queue; 0 sets no limit. See {@link expensiveRequestsPlugin}.
   */
  readonly expensiveRequests: number;
  /** Open connections; further ones are closed on arrival. */
  readonly maxConnections: number;
  /** Open connections of one client network, trusted proxies excepted; 0 sets no limit. */
  readonly maxConnectionsPerNetwork: number;
  /** Time limit to receive a request, and again to answer it, milliseconds. */
  readonly requestTimeoutMs: number;
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted; false for none. */
  readonly trustProxy: string | false;
  readonly logLevel: string;
}

const corsOriginsOf = (values: ServiceEnvironment, inProduction: readonly string[]): ServerConfig['corsOrigins'] => {
  const { CORS_ORIGINS } = values;
  if (CORS_ORIGINS === undefined) return isProduction(values) ? inProduction : '*';
  return CORS_ORIGINS.trim() === '*' ? '*' : splitList(CORS_ORIGINS);
};

/** One client network may have this part of all connections. */
const NETWORK_SHARE = 5;

/**
 * Derives a server's settings from validated variables.
 *
 * @param origins allowed origins in production where CORS_ORIGINS is not set
 */
export const serverConfigOf = (values: ServiceEnvironment, origins: readonly string[] = []): ServerConfig => ({
  corsOrigins: corsOriginsOf(values, origins),
  metricsToken: values.METRICS_TOKEN,
  tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  rateLimit: { max: values.RATE_LIMIT_MAX, windowMs: values.RATE_LIMIT_WINDOW },
  expensiveRequests: values.EXPENSIVE_REQUESTS_PER_CLIENT,
  maxConnections: values.MAX_CONNECTIONS,
  maxConnectionsPerNetwork: values.MAX_CONNECTIONS_NETWORK ?? Math.ceil(values.MAX_CONNECTIONS / NETWORK_SHARE),
  requestTimeoutMs: values.REQUEST_TIMEOUT,
  trustProxy: values.TRUST_PROXY ?? false,
  logLevel: values.LOG_LEVEL,
});

const databaseProblems = (url: string): FieldProblem[] => {
  const servers = parseServerList(url);
  if (typeof servers === 'string') return [{ field: 'DATABASE_URL', problem: servers }];
  const problem = 'names standbys: set target_session_attrs=read-write';
  return servers.target === 'standby' ? [{ field: 'DATABASE_URL', problem }] : [];
};

const SIX_HOURS = 21_600;

const electrumUrls = ({ ELECTRUM_URLS, BCH_NETWORK }: ServiceEnvironment): readonly string[] =>
  ELECTRUM_URLS === undefined ? defaultElectrumUrls(BCH_NETWORK) : splitList(ELECTRUM_URLS);

/** Derives what every service's process needs beside its HTTP server from validated variables. */
export const processConfigOf = (values: ServiceEnvironment) => ({
  host: values.HOST,
  port: values.PORT,
  databaseUrl: values.DATABASE_URL,
  electrumUrls: electrumUrls(values),
  /** Longest wait for a database connection, milliseconds. */
  databaseTimeoutMs: values.DATABASE_TIMEOUT,
  /** Time limit of an Electrum request, milliseconds. */
  electrumTimeoutMs: values.ELECTRUM_TIMEOUT,
  watcher: values.WATCHER,
  /** Highest fee rate that transactions pay, no matter what servers report, satoshis per 1,000 bytes. */
  maxFeeRate: BigInt(values.MAX_FEE_RATE),
  /** Age of the newest block, seconds, from which the process is not ready; 0 sets no limit. */
  maxTipAgeSeconds: values.MAX_TIP_AGE ?? (isLocalNetwork(values.BCH_NETWORK) ? 0 : SIX_HOURS),
});

/** Returns problems that the schema's patterns cannot express. */
export const serverProblems = (values: ServiceEnvironment): FieldProblem[] => [
  ...databaseProblems(values.DATABASE_URL),
  ...unusableProxies(values.TRUST_PROXY ?? '').map((address) => ({
    field: 'TRUST_PROXY',
    problem: `names ${JSON.stringify(address)}, which is neither an address (10.0.0.1) nor a network (10.0.0.0/8)`,
  })),
  ...(electrumUrls(values).length > 0
    ? []
    : [{ field: 'ELECTRUM_URLS', problem: `is required on ${values.BCH_NETWORK}` }]),
];
