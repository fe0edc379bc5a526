export * from './hd-wallet.js';
export * from './relay.js';
