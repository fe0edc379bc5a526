import type { HonestSpend } from '../support/attack-suite.js';
import { validChanges } from '../support/push-changes.js';
import { OF_A_SCRIPT, publicSpends, VESTED, whitelistSpends } from './honest-spends.js';

const SPENDS: readonly (readonly [string, readonly HonestSpend[]])[] = [
  ['a list in BCH', whitelistSpends('BCH')],
  ['a list in tokens of a script', whitelistSpends('FUNGIBLE_TOKEN', OF_A_SCRIPT)],
  ['a vested list in BCH', whitelistSpends('BCH', VESTED)],
  ['a public airdrop in BCH', publicSpends('BCH')],
  ['a public airdrop in tokens of a script', publicSpends('FUNGIBLE_TOKEN', OF_A_SCRIPT)],
];

describe.each(SPENDS)('a third party who changes one push of %s', (_, spends) => {
  const ofLanes = spends.filter(({ stateless }) => !stateless);

  it.each(ofLanes.map((spend) => [spend.name, spend] as const))('voids it: %s', (__, { draft }) => {
    expect(validChanges(draft)).toEqual([]);
  });
});
