import { compareRandom, type Comparison } from '../support/compare.js';
import { moveModel } from './move-model.js';
import { MOVING, randomMove } from './random-moves.js';

/** Compares random transactions of moves with the rules in words. */
export const compareMoves = (runs: number, seed: number): Comparison =>
  compareRandom(randomMove, moveModel(MOVING), { runs, seed });
