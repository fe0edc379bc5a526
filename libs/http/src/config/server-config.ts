import Type from 'typebox';
import { NETWORKS } from '@weir/covenants';
import { parseServerList } from '@weir/infra';
import type { FieldProblem } from '../validation/explain-problems.js';
import { isProduction, RISKS, RUN_MODES, type RunMode, splitList, unusableProxies } from './production.js';

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

const POSTGRES = '^postgres(ql)?://\\S+$';
const URL_LIST = '^\\s*wss?://[^\\s,]+(\\s*,\\s*wss?://[^\\s,]+)*\\s*$';
const RISK = `(${RISKS.join('|')})`;
const ORIGIN_LIST = '^\\s*(\\*|https?://[^\\s,/]+(\\s*,\\s*https?://[^\\s,/]+)*)\\s*$';

/** The schema of a Postgres connection string. */
export const DatabaseUrl = Type.String({
  pattern: POSTGRES,
  description: 'postgres://user:password@host:5432/database, or several host:port separated by commas',
});

/**
 * Returns the schema properties that every service shares: database, chain, server. A service adds its own; its
 * `.env.example` explains them to operators.
 *
 * @param port default listening port
 */
export const serviceEnvironment = (port: number) => ({
  NODE_ENV: Type.Optional(Type.Enum([...RUN_MODES])),
  ACCEPTED_RISKS: Type.Optional(
    Type.String({
      pattern: `^\\s*${RISK}(\\s*,\\s*${RISK})*\\s*$`,
      description: `some of ${RISKS.join(', ')}, separated by commas`,
    }),
  ),
  DATABASE_URL: DatabaseUrl,
  DATABASE_TIMEOUT: Type.Integer({ minimum: 100, maximum: 600_000, default: 5_000 }),
  BCH_NETWORK: Type.Enum([...NETWORKS]),
  ELECTRUM_URLS: Type.Optional(
    Type.String({ pattern: URL_LIST, description: 'ws:// or wss:// addresses, separated by commas' }),
  ),
  ELECTRUM_TIMEOUT: Type.Integer({ minimum: 100, maximum: 60_000, default: 10_000 }),
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: port }),
  CORS_ORIGINS: Type.Optional(
    Type.String({
      pattern: ORIGIN_LIST,
      description: '* or origins such as https://app.example, separated by commas',
    }),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://\\S+$', description: 'http://host:4318, of a receiver of OTLP over HTTP' }),
  ),
  METRICS_TOKEN: Type.Optional(
    Type.String({ minLength: 16, maxLength: 1_024, pattern: '^[!-~]+$', description: 'one word' }),
  ),
  RATE_LIMIT_MAX: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 1_000 }),
  RATE_LIMIT_WINDOW: Type.Integer({ minimum: 1_000, maximum: 3_600_000, default: 60_000 }),
  EXPENSIVE_REQUESTS_PER_CLIENT: Type.Integer({ minimum: 0, maximum: 1_000, default: 4 }),
  MAX_CONNECTIONS: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 10_000 }),
  REQUEST_TIMEOUT: Type.Integer({ minimum: 1_000, maximum: 600_000, default: 30_000 }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      pattern: '^[0-9a-fA-F.:/, ]+$',
      description: 'addresses or networks of proxies, separated by commas',
    }),
  ),
  WATCHER: Type.Enum(['off', 'protect'], { default: 'protect' }),
  MAX_FEE_RATE: Type.Integer({ minimum: 1_000, maximum: 1_000_000, default: 5_000 }),
  MAX_TIP_AGE: Type.Optional(Type.Integer({ minimum: 0, maximum: 604_800 })),
  LOG_LEVEL: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], { default: 'info' }),
});
