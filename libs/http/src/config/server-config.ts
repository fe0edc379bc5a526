import type { FieldProblem } from '../validation/explain-problems.js';
import { splitList, unusableProxies } from './proxy-list.js';

export { splitList };

/** What the HTTP servers of all services are told. */
export interface ServerConfig {
  /** Origins whose pages may call, or all of them. */
  readonly corsOrigins: '*' | readonly string[];
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
  readonly CORS_ORIGINS: string;
  readonly RATE_LIMIT_MAX: number;
  readonly RATE_LIMIT_WINDOW: number;
  readonly DEAR_REQUESTS: number;
  readonly MAX_CONNECTIONS: number;
  readonly REQUEST_TIMEOUT: number;
  readonly TRUST_PROXY?: string;
  readonly LOG_LEVEL: string;
}

/** Reads a server's settings from variables that were found right. */
export const serverConfigOf = (values: ServerEnvironment): ServerConfig => ({
  corsOrigins: values.CORS_ORIGINS === '*' ? '*' : splitList(values.CORS_ORIGINS),
  rateLimit: { max: values.RATE_LIMIT_MAX, windowMs: values.RATE_LIMIT_WINDOW },
  dearRequests: values.DEAR_REQUESTS,
  maxConnections: values.MAX_CONNECTIONS,
  requestTimeoutMs: values.REQUEST_TIMEOUT,
  trustProxy: values.TRUST_PROXY ?? false,
  logLevel: values.LOG_LEVEL,
});

/** What of a server's settings no pattern can tell. */
export const serverProblems = ({ TRUST_PROXY }: Pick<ServerEnvironment, 'TRUST_PROXY'>): FieldProblem[] =>
  unusableProxies(TRUST_PROXY ?? '').map((address) => ({
    field: 'TRUST_PROXY',
    problem: `names ${JSON.stringify(address)}, which is no address (10.0.0.1) and no network (10.0.0.0/8)`,
  }));
