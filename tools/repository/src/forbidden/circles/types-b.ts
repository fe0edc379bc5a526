export type { Leaf } from './types-c.js';
