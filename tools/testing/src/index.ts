export { Chance } from './chance.js';
export { deferred, eventually, type Deferred } from './eventually.js';
