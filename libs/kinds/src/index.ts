export * from './defaults.js';
export * from './events.js';
export * from './intervals.js';
export * from './words-of.js';
export * from './notifications.js';
export * from './products.js';
export * from './proposals.js';
export * from './statuses.js';
