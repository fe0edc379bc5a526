import type { HttpConfig } from '../../src/config/config.js';

/** Quiet settings for tests, without a rate limit. */
export const testHttpConfig: HttpConfig = {
  network: 'devnet',
  corsOrigins: '*',
  rateLimit: { max: 0, windowMs: 60_000 },
  bodyLimit: 1_048_576,
  requestTimeoutMs: 30_000,
  trustProxy: false,
  logLevel: 'silent',
};
