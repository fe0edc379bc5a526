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
  /** Addresses of proxies whose X-Forwarded-For is believed; none for false. */
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

/** The items of a variable that lists some, separated by commas. */
export const splitList = (text: string): string[] => text.split(',').map((item) => item.trim());

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
