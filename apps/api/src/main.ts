/** Runs the API: settings from the environment, a graceful stop on SIGTERM and SIGINT. */
import { runService } from '@weir/http';
import { loadConfig } from './config/load-config.js';
import { startApi } from './start-api.js';

await runService(async () => startApi(loadConfig(process.env)));
