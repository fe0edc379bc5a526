export * from './phone-wallet.js';
export * from './relay.js';
