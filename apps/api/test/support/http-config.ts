import type { HttpConfig } from '../../src/config/config.js';

/** Settings for tests: silent, without a rate limit. */
export const testHttpConfig: HttpConfig = {
  network: 'devnet',
  auth: { mode: 'header', domain: 'localhost', secret: undefined },
  corsOrigins: '*',
  rateLimit: { max: 0, windowMs: 60_000, store: 'memory' },
  bodyLimit: 1_048_576,
  console: undefined,
  exports: { atOnce: 4, perNetwork: 2 },
  followers: { connections: 2_000, perNetwork: 100, heartbeatMs: 15_000 },
  expensiveRequests: 4,
  maxConnections: 10_000,
  requestTimeoutMs: 30_000,
  trustProxy: false,
  logLevel: 'silent',
};
