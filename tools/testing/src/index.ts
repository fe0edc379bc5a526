export { deferred, eventually, type Deferred } from './eventually.js';
