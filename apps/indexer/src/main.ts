/** Runs the indexer: settings from the environment, a graceful stop on SIGTERM and SIGINT. */
import { runService } from '@weir/http';
import { loadConfig } from './config/load-config.js';
import { startIndexer } from './start-indexer.js';

await runService(async () => startIndexer(loadConfig(process.env)));
