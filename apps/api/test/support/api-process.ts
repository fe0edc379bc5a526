import { startServiceProcess, type ServiceProcess } from '@weir/simulation';
import type { Fixture } from './fixture.js';
import { NO_LIMITS } from './no-limits.js';

/** Settings of an API over a fixture's database and chain, on any free port. */
export const processSettings = ({ config, devnet }: Fixture): Readonly<Record<string, string>> => ({
  DATABASE_URL: config.databaseUrl,
  BCH_NETWORK: 'devnet',
  ELECTRUM_URLS: devnet.url,
  PORT: '0',
});

/** Starts an API in a separate process, over the database and chain of a fixture's own. */
export const startApiProcess = (
  fixture: Fixture,
  environment: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> =>
  startServiceProcess('api', {
    ...processSettings(fixture),
    ...NO_LIMITS,
    NODE_ENV: 'test',
    WATCHER: 'off',
    RATE_LIMIT_MAX: '0',
    ...environment,
  });
