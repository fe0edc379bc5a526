import { RUNS } from '../support/bytes.js';
import { createAddress, type Kind } from './covenant.js';
import { fuzz } from './fuzz.js';

const PLANS: readonly (readonly [name: string, kinds: readonly Kind[]])[] = [
  ['BCH', ['vesting-bch', 'recurring-bch']],
  ['tokens', ['vesting-token', 'recurring-token']],
];

describe.each(PLANS)('random transactions of siblings in %s', (_, kinds) => {
  it('keep every promise, where a block could hold them at all', () => {
    const runs = RUNS(200);
    const { accepted, problems } = fuzz(
      kinds.map((kind) => createAddress(kind)),
      11,
      runs,
    );
    expect(problems).toEqual([]);
    // The search reaches what it is meant to search.
    expect(accepted).toBeGreaterThan(runs / 8);
  });
});
