export * from './chain.js';
export * from './plan.js';
export * from './vault.js';
export * from './purse.js';
export * from './currency.js';
export * from './roster.js';
export * from './lock.js';
export * from './airdrop.js';
