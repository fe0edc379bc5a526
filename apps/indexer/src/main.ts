/** Runs the indexer: settings from the environment, a graceful stop on SIGTERM and SIGINT. */
import { runService } from '@weir/http';
import { startIndexer } from './composition.js';
import { loadConfig } from './config/load-config.js';

await runService(async () => startIndexer(loadConfig(process.env)));
