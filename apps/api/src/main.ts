/** The API's process: settings from the environment, a graceful stop on SIGTERM and SIGINT. */
import closeWithGrace from 'close-with-grace';
import { ConfigError } from '@weir/http';
import { loadConfig } from './config/load-config.js';
import { startApi } from './start-api.js';

const STOP_MS = 15_000;

const main = async (): Promise<void> => {
  const api = await startApi(loadConfig(process.env));
  closeWithGrace({ delay: STOP_MS, logger: api.logger }, async ({ err, signal }) => {
    if (err === undefined) api.logger.info({ signal }, 'Stopping');
    else api.logger.fatal({ err }, 'Stopping after an error nobody handled');
    await api.stop();
  });
};

try {
  await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
