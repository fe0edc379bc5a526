import type { Tree } from './types-a.js';

/** Imports from a circle, and is in none. */
export type Forest = readonly Tree[];
