import { compareRandom, type Comparison } from '../support/compare.js';
import { findProblem } from './model.js';
import { randomDraft, WORLD } from './random.js';

/** Compares random transactions of payments in a currency with the rules in words. */
export const comparePayments = (runs: number, seed: number): Comparison =>
  compareRandom(randomDraft, (draft) => findProblem(WORLD, draft), {
    runs,
    seed,
    pathsIn: ({ inputs }) =>
      inputs.flatMap(({ unlocking }) => {
        if (unlocking.kind !== 'call') return [];
        const { linked, selector } = unlocking;
        return [linked?.name ?? (selector === undefined ? 'clock' : `till ${String(selector)}`)];
      }),
  });
