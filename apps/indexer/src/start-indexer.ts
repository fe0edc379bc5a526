import { startService, type RunningService } from '@weir/http';
import { buildApp } from './app.js';
import { compose } from './composition.js';
import type { Config } from './config/config.js';
import { DESCRIPTION } from './describe.js';

/** A running indexer. */
export type RunningIndexer = RunningService;

/**
 * Starts the indexer in this process. Its database must have been migrated (`migrateIndexer`).
 *
 * @example
 * const indexer = await startIndexer(loadConfig({ DATABASE_URL: url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0' }));
 */
export const startIndexer = (config: Config): Promise<RunningIndexer> =>
  startService(config, {
    service: { name: 'weir-indexer', version: DESCRIPTION.version },
    compose,
    buildApp: (dependencies) => buildApp(dependencies, config.http),
  });
