import { findDatabaseProblem, startService, type RunningService } from '@weir/http';
import { apiDatabase } from '@weir/infra';
import { buildApp } from './app.js';
import { compose } from './composition.js';
import type { Config } from './config/config.js';
import { warnOfUnverifiedCallers } from './config/warn-of-unverified-callers.js';
import { DESCRIPTION } from './describe.js';

/** A running API. */
export type RunningApi = RunningService;

/**
 * Starts the API in this process.
 *
 * @example
 * const api = await startApi(loadConfig({ DATABASE_URL: url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0' }));
 */
export const startApi = (config: Config): Promise<RunningApi> =>
  startService(config, {
    service: { name: 'weir-api', version: DESCRIPTION.version },
    findStartProblem: ({ databaseUrl: url }, logger) =>
      findDatabaseProblem({ setting: 'DATABASE_URL', url, kind: apiDatabase, tolerated: ['newer-compatible'] }, logger),
    compose: (_, logger) => {
      warnOfUnverifiedCallers(config.http, logger);
      return compose(config, logger);
    },
    buildApp: (dependencies) => buildApp(dependencies, config.http),
  });
