export { deferred } from './deferred.js';
export type { Deferred } from './deferred.js';
export { eventually } from './eventually.js';
