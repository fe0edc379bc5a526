import { parseServerList } from '@weir/infra';
import type { FieldProblem } from '../validation/explain-problems.js';
import { isProduction } from './production.js';
import { splitList, unusableProxies } from './proxy-list.js';

export { splitList };

/** What the HTTP servers of all services are told. */
export interface ServerConfig {
  /** Origins whose pages may call, or all of them. */
  readonly corsOrigins: '*' | readonly string[];
  /** What whoever reads /metrics must bring; undefined has it read by anybody. */
  readonly metricsToken?: string | undefined;
  /** Base address of an OTLP/HTTP receiver of traces; undefined has nothing traced. */
  readonly tracesUrl?: string | undefined;
  /** Requests per client address and window; max 0 sets no bound. */
  readonly rateLimit: { readonly max: number; readonly windowMs: number };
  /** Dear requests of one client under way at once, further ones wait their turn; 0 sets no bound. */
  readonly dearRequests: number;
  /** Connections at once; further ones are closed as they come. */
  readonly maxConnections: number;
  /** Longest time to receive, and to answer, a request, milliseconds. */
  readonly requestTimeoutMs: number;
  /** Addresses of proxies whose X-Forwarded-For is trusted; none for false. */
  readonly trustProxy: string | false;
  readonly logLevel: string;
}

/** The variables it comes from. */
export interface ServerEnvironment {
  readonly DATABASE_URL: string;
  readonly NODE_ENV?: string;
  readonly CORS_ORIGINS?: string;
  readonly METRICS_TOKEN?: string;
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  readonly RATE_LIMIT_MAX: number;
  readonly RATE_LIMIT_WINDOW: number;
  readonly DEAR_REQUESTS: number;
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
 * Reads a server's settings from variables that were found right.
 *
 * @param origins whose pages may call in production where CORS_ORIGINS names none
 */
export const serverConfigOf = (values: ServerEnvironment, origins: readonly string[] = []): ServerConfig => ({
  corsOrigins: corsOriginsOf(values, origins),
  metricsToken: values.METRICS_TOKEN,
  tracesUrl: values.OTEL_EXPORTER_OTLP_ENDPOINT,
  rateLimit: { max: values.RATE_LIMIT_MAX, windowMs: values.RATE_LIMIT_WINDOW },
  dearRequests: values.DEAR_REQUESTS,
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

/** What of a server's settings no pattern can tell. */
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
