export * from './phone-wallet.js';
export * from './relay.js';
export * from './sign-client.js';
