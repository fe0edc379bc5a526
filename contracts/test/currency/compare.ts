import { compareRandom, type Comparison } from '../support/compare.js';
import type { Form } from './currency.js';
import { findProblem } from './model.js';
import { randomPayments } from './random.js';

/** Compares random transactions of payments in a currency with the rules in words. */
export const comparePayments = (form: Form, runs: number, seed: number): Comparison => {
  const { world, draft: random } = randomPayments(form);
  return compareRandom(random, (draft) => findProblem(world, draft), {
    runs,
    seed,
    pathsIn: ({ inputs }) =>
      inputs.flatMap(({ unlocking }) => {
        if (unlocking.kind !== 'call') return [];
        const { linked, selector } = unlocking;
        return [linked?.name ?? (selector === undefined ? 'clock' : `till ${String(selector)}`)];
      }),
  });
};
