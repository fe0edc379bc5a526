import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from './app.js';
import { compose } from './composition.js';
import type { Config } from './config/config.js';
import { warnOfBelievedCallers } from './config/warn-of-believed-callers.js';
import { createLogger } from './logger.js';

/** A running API. */
export interface RunningApi {
  /** Where it listens, `http://host:port`. */
  readonly url: string;
  readonly logger: FastifyBaseLogger;
  /** Finishes what is under way, then lets go of everything. */
  stop(): Promise<void>;
}

/**
 * Starts the API in this process.
 *
 * @example
 * const api = await startApi(loadConfig({ DATABASE_URL: url, BCH_NETWORK: 'devnet', ELECTRUM_URLS: devnet.url, PORT: '0' }));
 */
export const startApi = async (config: Config): Promise<RunningApi> => {
  const logger = createLogger(config.http.logLevel);
  warnOfBelievedCallers(config.http, logger);
  const composition = await compose(config, logger);
  try {
    const app = await buildApp(composition.dependencies, config.http);
    const url = await app.listen({ host: config.host, port: config.port });
    const stop = async () => {
      await app.close();
      await composition.close();
    };
    return { url, logger, stop };
  } catch (error) {
    await composition.close();
    throw error;
  }
};
