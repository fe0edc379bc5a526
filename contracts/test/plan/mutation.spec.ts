import { DEEP, sampled } from '../support/bytes.js';
import { type Mutant, mutantsOf } from '../support/mutants.js';
import { createAddress } from './covenant.js';
import { fuzz } from './fuzz.js';
import { fixtureOf, noticedBy } from './mutation.js';
import { secondLockOf } from './second-locks.js';

const SOURCES = [
  'plan-clock',
  'plan-companion',
  'plan-vesting-bch',
  'plan-vesting-token',
  'plan-recurring-bch',
  'plan-recurring-token',
];

const mutants = SOURCES.flatMap(mutantsOf);
const titled = (list: readonly Mutant[]) =>
  list.map((mutant) => [`${mutant.source}, ${mutant.path}, line ${mutant.line + 1}: ${mutant.rule}`, mutant] as const);

/** Every rule left out once: some attack passes then that the covenant refuses (`attacks.spec.ts`, `siblings.spec.ts`). */
describe('a rule left out is noticed', () => {
  const needed = mutants.filter((mutant) => secondLockOf(mutant) === undefined);

  it.each(titled(sampled(needed, 67, 3)))('%s', (_, mutant) => {
    expect(noticedBy(mutant)).toEqual(expect.any(String));
  });
});

describe('second locks', () => {
  it('are few, and each is there', () => {
    const found = mutants.filter((mutant) => secondLockOf(mutant) !== undefined);
    expect(found.length).toBeLessThan(mutants.length / 6);
    expect(found.length).toBeGreaterThan(10);
  });

  if (!DEEP) return;

  it.each(titled(mutants.filter((mutant) => secondLockOf(mutant) !== undefined)))(
    'change nothing when left out: %s',
    (_, mutant) => {
      expect(noticedBy(mutant)).toBeUndefined();
    },
  );
});

const deeply = DEEP ? it : undefined;

deeply?.('random transactions notice a rule left out, too', () => {
  const mutant = mutants.find(
    ({ source, path, rule }) =>
      source === 'plan-vesting-bch' && path === 'pay' && rule.includes('outputs[payee].lockingBytecode'),
  );
  if (mutant === undefined) throw new Error('The rule is there');
  const { artifacts } = fixtureOf(mutant);
  const { problems } = fuzz([createAddress('vesting-bch', {}, artifacts['vesting-bch'])], 3, 5_000);
  expect(problems.length).toBeGreaterThan(0);
});
