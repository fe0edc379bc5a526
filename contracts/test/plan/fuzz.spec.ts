import { compileWithout, rulesOf } from '../mutation/rules.js';
import { RUNS } from '../support/bytes.js';
import { type Address, createAddress, type Kind, KINDS } from './covenant.js';
import { fuzz, OTHER_TERMS } from './fuzz.js';

const PLANS: readonly (readonly [name: string, kinds: readonly Kind[]])[] = [
  ['BCH', ['vesting-bch', 'recurring-bch']],
  ['tokens', ['vesting-token', 'recurring-token']],
  ['both', KINDS],
];

/** The addresses of two plans of one sender. */
const addressesOf = (
  kinds: readonly Kind[],
  create = (kind: Kind, terms = {}): Address => createAddress(kind, terms),
) => [{}, OTHER_TERMS].flatMap((terms) => kinds.map((kind) => create(kind, terms)));

describe.each(PLANS)('random transactions of streams in %s, of two plans of one sender', (_, kinds) => {
  it('keep every promise, where a block could hold them at all', () => {
    const runs = RUNS(200);
    const { accepted, problems } = fuzz(addressesOf(kinds), 11, runs);
    expect(problems).toEqual([]);
    // The search reaches what it is meant to search.
    expect(accepted).toBeGreaterThan(runs / 8);
  });
});

// The audit sees what it is meant to see.
it.each([
  ['vesting-bch', 'refund', 'within(tx.inputs[1].sequenceNumber, notice, 65536)', 13],
  ['recurring-token', 'stop', 'hash160(tx.outputs[o + 2].lockingBytecode) == recipient', 8],
  [
    'vesting-token',
    'finish',
    'to == recipient || within(tx.inputs[this.activeInputIndex].sequenceNumber, delay, 65536)',
    5,
  ],
  ['recurring-bch', 'announce', 'hash160(tx.inputs[0].lockingBytecode) == terms.split(14)[1]', 5],
] as const)('random transactions of %s break a promise where %s lacks a rule: %s', (kind, path, rule, seed) => {
  const left = rulesOf(`plan-${kind}`).find((each) => each.function === path && each.text === rule);
  if (left === undefined) throw new Error('No such rule');
  const artifact = compileWithout(left);
  if (!('shown' in artifact)) throw new Error('Plans are linked');
  const addresses = addressesOf([kind], (_, terms) => createAddress(kind, terms, artifact));
  expect(fuzz(addresses, seed, 1_000).problems).not.toEqual([]);
});
