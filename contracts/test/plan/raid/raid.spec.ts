import { RUNS } from '../../support/runs.js';
import { createAddress } from '../covenant.js';
import { LONG } from '../depth.js';
import { fixtureOf, mutantsOf } from '../mutants.js';
import { addressesOf } from './fixture.js';
import { raid } from './raid.js';

describe('random scenarios of plans of one sender, a thief among them', () => {
  it('keep every promise, from a sound genesis on', () => {
    const { tried, accepted, problems } = raid(1, RUNS(300));
    expect(problems).toEqual([]);
    expect(accepted).toBeGreaterThan(tried / 10);
  });

  // The audit sees what it is meant to see.
  it.each([
    ['plan-vesting-bch', 'refund', 'within(tx.inputs[1].sequenceNumber, notice, 65536)'],
    ['plan-recurring-token', 'stop', 'hash160(tx.outputs[o + 2].lockingBytecode) == recipient'],
  ])('break a promise where %s lacks a rule of %s: %s', (source, path, rule) => {
    const mutant = mutantsOf(source).find((each) => each.path === path && each.rule === rule);
    if (mutant === undefined) throw new Error('No such rule');
    const { artifacts } = fixtureOf(mutant);
    const addresses = addressesOf((kind, some) => createAddress(kind, some, artifacts[kind]));
    const own = addresses.filter(({ kind }) => `plan-${kind}` === source);
    const { problems } = raid(1, 4_000, Date.now() + LONG / 4, own);
    expect(problems).not.toEqual([]);
  });
});
