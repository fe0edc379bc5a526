/** The indexer's process: settings from the environment, a graceful stop on SIGTERM and SIGINT. */
import closeWithGrace from 'close-with-grace';
import { ConfigError } from '@weir/http';
import { loadConfig } from './config/load-config.js';
import { startIndexer } from './start-indexer.js';

const STOP_MS = 15_000;

const main = async (): Promise<void> => {
  const indexer = await startIndexer(loadConfig(process.env));
  closeWithGrace({ delay: STOP_MS, logger: indexer.logger }, async ({ err, signal }) => {
    if (err === undefined) indexer.logger.info({ signal }, 'Stopping');
    else indexer.logger.fatal({ err }, 'Stopping after an error nobody handled');
    await indexer.stop();
  });
};

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
