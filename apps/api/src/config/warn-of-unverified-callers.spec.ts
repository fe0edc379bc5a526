import { Writable } from 'node:stream';
import { pino } from 'pino';
import { loadConfig } from './load-config.js';
import { warnOfUnverifiedCallers } from './warn-of-unverified-callers.js';

const SAFE = { NODE_ENV: 'production', METRICS_TOKEN: 'Zq3r8sLw0PxVt7Yb' };

/** What the log says at a start with these settings. */
const logOf = (environment: NodeJS.ProcessEnv): string => {
  const lines: string[] = [];
  const log = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const config = loadConfig({
    DATABASE_URL: 'postgres://weir@127.0.0.1:5432/weir',
    BCH_NETWORK: 'chipnet',
    ...environment,
  });
  warnOfUnverifiedCallers(config.http, pino({ level: 'warn' }, log));
  return lines.join('');
};

describe('the start', () => {
  it('is loud about callers who are believed', () => {
    expect(logOf({})).toMatch(/"level":40.*callers are NOT proven/);
    expect(logOf({ ...SAFE, AUTH_MODE: 'header', ACCEPTED_RISKS: 'believed-callers', BCH_NETWORK: 'mainnet' })).toMatch(
      /"level":50.*callers are NOT proven/,
    );
  });

  it('has nothing to say where callers are proven', () => {
    expect(logOf({ AUTH_MODE: 'signed' })).toBe('');
    expect(logOf({ ...SAFE, AUTH_DOMAIN: 'app.example' })).toBe('');
  });
});
