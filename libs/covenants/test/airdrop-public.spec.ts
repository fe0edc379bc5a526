import { utf8ToBin } from '@bitauth/libauth';
import {
  buildAirdropCompletion,
  buildPublicClaim,
  createAirdropNonce,
  InsufficientFundsError,
  publicLaneOf,
  type AirdropAsset,
  type PublicClaim,
  type PublicParameters,
} from '../src/index.js';
import { AirdropScenario, assetOf, campaignTerms, heldBy, TestCounts } from './support/airdrop-scenario.js';
import { createTestChain } from './support/chain.js';
import { createParty, tokensOf, type Party } from './support/party.js';

const AMOUNT = 20_000n;

const scene = async (type: AirdropAsset['type'], terms: Partial<PublicParameters> = {}) => {
  const chain = createTestChain();
  const creator = createParty(chain, 'creator', 50_000_000n);
  const asset = assetOf(chain, creator, type, 1_000_000n);
  const common = campaignTerms(chain, creator.hash);
  const parameters: PublicParameters = { ...common, kind: 'PUBLIC', amount: AMOUNT, limit: 2, claims: 8, ...terms };
  const scenario = await AirdropScenario.fund(chain, creator, parameters, { asset });
  const counts = Array.from({ length: parameters.lanes }, () => new TestCounts(parameters.nonce));
  const laneOf = (party: Party) => publicLaneOf(parameters, party.hash);
  const treeOf = (party: Party): TestCounts => {
    const tree = counts[laneOf(party)];
    if (tree === undefined) throw new Error('A key hash has a lane');
    return tree;
  };
  const claimOf = (party: Party): PublicClaim => scenario.claim(laneOf(party), treeOf(party).proof(party.hash));
  const claim = async (
    party: Party,
    coins = { hash: party.hash, coins: party.coins().filter((coin) => coin.token === undefined) },
  ) => {
    const transition = await scenario.send(party, laneOf(party), buildPublicClaim(claimOf(party), coins));
    treeOf(party).raise(party.hash);
    return transition;
  };
  const paid = (party: Party): bigint => heldBy(party, asset);
  return { chain, creator, scenario, claim, claimOf, laneOf, paid, asset };
};

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('a public airdrop in %s', (type) => {
  it('pays anybody who signs, at its own expense, up to the limit', async () => {
    const { chain, scenario, claim, claimOf, paid } = await scene(type);
    const [ann, bob] = ['ann', 'bob'].map((name) => createParty(chain, name));
    if (ann === undefined || bob === undefined) throw new Error('There are two');
    const nothing = { hash: ann.hash, coins: [] };
    expect(await claim(ann, nothing)).toMatchObject({
      kind: 'claim',
      claimed: { recipient: ann.hash, amount: AMOUNT, signed: true, count: 1 },
    });
    expect(await claim(bob)).toMatchObject({ claimed: { recipient: bob.hash, count: 1 } });
    expect(await claim(ann, nothing)).toMatchObject({ claimed: { recipient: ann.hash, count: 2 } });
    expect([paid(ann), paid(bob)]).toEqual([2n * AMOUNT, AMOUNT]);
    expect(scenario.lane(0).state.claims).toBe(3);
    expect(() => buildPublicClaim(claimOf(ann), nothing)).toThrow('The lane does not pay this claim: LIMIT_REACHED');
    const lie = { ...claimOf(ann), proof: { ...claimOf(ann).proof, claimed: 0 } };
    expect(() => buildPublicClaim(lie, nothing)).toThrow('The lane does not pay this claim: PROOF_OUTDATED');
  });

  it('is paid for by its claimers where fees are not sponsored', async () => {
    const { chain, scenario, claim, paid } = await scene(type, { sponsored: false });
    const rich = createParty(chain, 'rich', 30_000n);
    const poor = createParty(chain, 'poor');
    const { satoshis } = scenario.lane(0);
    await claim(rich);
    expect(scenario.lane(0).satoshis).toBe(type === 'BCH' ? satoshis - AMOUNT : satoshis);
    expect(paid(rich) > AMOUNT / 2n).toBe(true);
    await expect(claim(poor)).rejects.toThrow(InsufficientFundsError);
  });

  it('pays each from one lane, and ends lane by lane', async () => {
    const { chain, creator, scenario, claim, claimOf, laneOf, asset } = await scene(type, {
      lanes: 2,
      claims: 4,
      limit: 1,
    });
    const parties = Array.from({ length: 16 }, (_, i) => createParty(chain, `claimer ${i}`));
    for (const lane of [0, 1]) {
      const home = parties.filter((party) => laneOf(party) === lane);
      for (const party of home.slice(0, 2)) await claim(party);
      const [third] = home.slice(2);
      if (third === undefined) throw new Error('Sixteen do for two lanes');
      expect(() => buildPublicClaim(claimOf(third), { hash: third.hash, coins: [] })).toThrow(
        'The lane does not pay this claim: LANE_EXHAUSTED',
      );
      const wrong = {
        ...claimOf(third),
        coin: { ...scenario.lane(lane), state: { ...scenario.lane(lane).state, lane: 1 - lane, claims: 0 } },
      };
      expect(() => buildPublicClaim(wrong, { hash: third.hash, coins: [] })).toThrow(
        'The lane does not pay this claim: WRONG_LANE',
      );
      expect(scenario.submit(lane, buildAirdropCompletion(scenario.contract, scenario.lane(lane)))).toMatchObject({
        kind: 'complete',
      });
    }
    expect(chain.coinsOf(scenario.contract.lockingBytecode)).toEqual([]);
    if (asset.type === 'FUNGIBLE_TOKEN') expect(tokensOf(creator, asset.category)).toBe(1_000_000n - 4n * AMOUNT);
  });

  it('leaves wallets one place for the key, no matter what the siblings end in', async () => {
    const { chain, claim, claimOf, paid } = await scene(type, { nonce: createAirdropNonce(utf8ToBin('lookalike 01')) });
    const [neighbour, bob] = ['neighbour 92', 'bob'].map((name) => createParty(chain, name));
    if (neighbour === undefined || bob === undefined) throw new Error('There are two');
    await claim(neighbour);
    // The push of a key and 33 zeros, as it seems: the end of one sibling, and those below it, which are empty.
    const { siblings } = claimOf(bob).proof;
    expect(siblings.findLast(({ length }) => length > 0)?.at(-1)).toBe(0x21);
    expect(siblings.slice(0, 62).every(({ length }) => length === 0)).toBe(true);
    await claim(bob, { hash: bob.hash, coins: [] });
    expect(paid(bob)).toBe(AMOUNT);
  });
});
