export * from './database/index.js';
export * from './electrum/index.js';
