import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.js';
import { compose } from './composition.js';
import type { Config } from './config/config.js';
import { createLogger } from './logger.js';

/** A running indexer. */
export interface RunningIndexer {
  /** Where it listens, `http://host:port`. */
  readonly url: string;
  readonly logger: FastifyBaseLogger;
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Starts the indexer in this process. Its database must have been migrated (`migrateIndexer`).
 *
 * @example
 * const indexer = await startIndexer(loadConfig({ DATABASE_URL: url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0' }));
 */
export const startIndexer = async (config: Config): Promise<RunningIndexer> => {
  const logger = createLogger(config.http.logLevel);
  const composition = await compose(config, logger);
  try {
    const app = await buildApp(composition.dependencies, config.http);
    const url = await app.listen({ host: config.host, port: config.port });
    const stop = async (): Promise<void> => {
      await app.close();
      await composition.close();
    };
    return { url, logger, stop };
  } catch (error) {
    await composition.close();
    throw error;
  }
};
