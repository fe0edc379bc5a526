export { buildApp, type AppDependencies } from './app.js';
export { compose, type Composition, startIndexer, type RunningIndexer } from './composition.js';
export { type Config, Environment, type HttpConfig, loadConfig } from './config/load-config.js';
export { ConfigError } from '@weir/http';
