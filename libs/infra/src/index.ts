export { ConcurrencyLimit } from './concurrency/concurrency-limit.js';
export { TimeoutError, withTimeout } from './concurrency/with-timeout.js';
export * from './database/index.js';
export * from './electrum/index.js';
export * from './indexer-database/index.js';
export * from './outbound/index.js';
export * from './tracing/index.js';
