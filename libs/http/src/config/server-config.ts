import { parseServerList } from '@weir/infra';
import type { FieldProblem } from '../validation/explain-problems.js';
import { isProduction, type RunMode } from './production.js';
import { splitList, unusableProxies } from './proxy-list.js';


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
  /** Time limit to receive a request, and again to answer it, milliseconds. */
  readonly requestTimeoutMs: number;
  /** Addresses or networks of proxies whose X-Forwarded-For is trusted; false for none. */
  readonly trustProxy: string | false;
  readonly logLevel: string;
}

/** The environment variables that {@link ServerConfig} is read from. */
export interface ServerEnvironment {
  readonly DATABASE_URL: string;
  readonly NODE_ENV?: RunMode;
  readonly CORS_ORIGINS?: string;
  readonly METRICS_TOKEN?: string;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  readonly RATE_LIMIT_MAX: number;
  readonly RATE_LIMIT_WINDOW: number;
  readonly EXPENSIVE_REQUESTS_PER_CLIENT: number;
  readonly MAX_CONNECTIONS: number;
  readonly REQUEST_TIMEOUT: number;
  readonly TRUST_PROXY?: string;
  readonly LOG_LEVEL: string;
}

const corsOriginsOf = (values: ServerEnvironment, inProduction: readonly string[]): ServerConfig['corsOrigins'] => {
  const { CORS_ORIGINS } = values;
  if (CORS_ORIGINS === undefined) return isProduction(values) ? inProduction : '*';
  return CORS_ORIGINS.trim() === '*' ? '*' : splitList(CORS_ORIGINS);
};

/**
 * Derives a server's settings from validated variables.
 *
 * @param origins allowed origins in production where CORS_ORIGINS is not set
 */
export const serverConfigOf = (values: ServerEnvironment, origins: readonly string[] = []): ServerConfig => ({
  corsOrigins: corsOriginsOf(values, origins),
  metricsToken: values.METRICS_TOKEN,
  tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  rateLimit: { max: values.RATE_LIMIT_MAX, windowMs: values.RATE_LIMIT_WINDOW },
  expensiveRequests: values.EXPENSIVE_REQUESTS_PER_CLIENT,
  maxConnections: values.MAX_CONNECTIONS,
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

/** Returns problems that the schema's patterns cannot express. */
export const serverProblems = ({
  DATABASE_URL,
  TRUST_PROXY,
}: Pick<ServerEnvironment, 'DATABASE_URL' | 'TRUST_PROXY'>): FieldProblem[] => [
  ...databaseProblems(DATABASE_URL),
  ...unusableProxies(TRUST_PROXY ?? '').map((address) => ({
    field: 'TRUST_PROXY',
    problem: `names ${JSON.stringify(address)}, which is no address (10.0.0.1) and no network (10.0.0.0/8)`,
  })),
];
