export { buildApp, type AppDependencies } from './app.js';
export { compose, type Composition } from './composition.js';
export type { Config, HttpConfig } from './config/config.js';
export { ConfigError } from '@weir/http';
export { loadConfig } from './config/load-config.js';
export { startIndexer, type RunningIndexer } from './start-indexer.js';
