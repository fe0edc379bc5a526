export { Slots } from './concurrency/slots.js';
export { TimeoutError, withTimeout } from './concurrency/with-timeout.js';
export * from './database/index.js';
export * from './electrum/index.js';
export * from './indexer-database/index.js';
