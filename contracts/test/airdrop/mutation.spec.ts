import { sampled } from '../support/bytes.js';
import { MUTANTS, noticedBy } from './mutants.js';

/** One of so many is tried beside every change; all of them in deep runs. */
const EVERY = 12;

describe('a rule left out is noticed', () => {
  it.each(
    sampled(MUTANTS, EVERY).map((mutant) => [`${mutant.source}, ${mutant.path}: ${mutant.rule}`, mutant] as const),
  )('%s', (_, mutant) => {
    expect(noticedBy(mutant)).toEqual(expect.any(String));
  });
});
