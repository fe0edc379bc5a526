import type { Leaf } from './types-b.js';

/** Imports a type alone from a file two steps away that imports one from it. */
export interface Tree {
  readonly leaves: readonly Leaf[];
}
