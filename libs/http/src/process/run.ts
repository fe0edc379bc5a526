import closeWithGrace from 'close-with-grace';
import { ConfigError } from '../config/config-error.js';
import { StartError } from './start-error.js';
import type { RunningService } from './start.js';

/** Time limit for a graceful stop, milliseconds. */
const STOP_MS = 15_000;

/**
 * Runs a service in this process until SIGTERM or SIGINT stops it gracefully. A start that fails for a reason operators
 * can fix prints a message, anything else its stack; both set exit code 1.
 */
export const runService = async (start: () => Promise<RunningService>): Promise<void> => {
  try {
    const service = await start();
    const { logger } = service;
    closeWithGrace({ delay: STOP_MS, logger }, async ({ err, signal }) => {
      if (err === undefined) logger.info({ signal }, 'Stopping');
      else logger.fatal({ err }, 'Unhandled error; stopping');
      await service.stop();
    });
  } catch (error) {
    console.error(error instanceof ConfigError || error instanceof StartError ? error.message : error);
    process.exitCode = 1;
  }
};
