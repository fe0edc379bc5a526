import fc from 'fast-check';
import type { AirdropAssetType } from '../../src/index.js';
import { at, RUNS } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { judge, refuses } from '../support/judge.js';
import { createParty, outsider } from '../support/parties.js';
import { coinOf, seal } from '../support/transaction.js';
import { draftClose } from './drafting.js';
import { countLeaf, CountTree } from './lane-tree.js';
import { draftClaim, fundPublic, placeIn, TERMS } from './public.js';
import { LaneScenario, TIP } from './spends.js';
import { readState } from './state.js';

const PARTIES = Array.from({ length: 12 }, (_, i) => createParty(`claimer ${i}`));

interface Setting {
  readonly asset: AirdropAssetType;
  readonly limit: bigint;
  readonly quota: bigint;
  readonly lanes: number;
  readonly claims: readonly { readonly party: number; readonly lane: number; readonly lie: number }[];
}

const anySetting: fc.Arbitrary<Setting> = fc.record({
  asset: fc.constantFrom('BCH', 'FUNGIBLE_TOKEN'),
  limit: fc.bigInt(1n, 4n),
  quota: fc.bigInt(1n, 12n),
  lanes: fc.constantFrom(1, 2),
  claims: fc.array(
    fc.record({
      party: fc.nat({ max: PARTIES.length - 1 }),
      lane: fc.nat({ max: 1 }),
      lie: fc.constantFrom(0, 0, 0, 0, -1, 1),
    }),
    { maxLength: 30, size: 'max' },
  ),
});

describe('random claims beside plain counts', () => {
  it('pay nobody beyond the limit, in all lanes together, and no lane beyond its quota', () => {
    const seen = { paid: 0, refused: 0, closed: 0 };
    fc.assert(
      fc.property(anySetting, ({ asset, limit, quota, lanes, claims }) => {
        const terms = { ...TERMS, asset, limit, quota, lanes: BigInt(lanes) };
        const scenes = Array.from({ length: lanes }, (_, number) => {
          const { campaign, lane, tree } = fundPublic(terms, { number, tree: new CountTree(terms.depth) });
          return { campaign, tree, scenario: new LaneScenario(lane, TIP), paid: 0n };
        });
        const counts = new Map<string, bigint>();
        for (const { party: index, lane, lie } of claims) {
          const scene = at(scenes, lane % lanes);
          const party = at(PARTIES, index);
          const place = placeIn(scene.campaign, party.hash);
          const count = counts.get(party.name) ?? 0n;
          const home = place % BigInt(lanes) === BigInt(lane % lanes);
          const claimed = count + BigInt(lie) < 0n ? 0n : count + BigInt(lie);
          // A place of eight bits may be taken by another, who keeps this party out.
          const taken = PARTIES.some(
            (other) =>
              other !== party && counts.has(other.name) && placeIn(scene.campaign, other.hash) % 256n === place % 256n,
          );
          const allowed = home && !taken && claimed === count && count < limit && scene.paid < quota;
          const draft = draftClaim({ ...scene, lane: scene.scenario.lane }, party, {
            claimed,
            ...(index % 2 === 0 ? {} : { purse: purse(outsider, 100_000n) }),
          });
          if (!allowed) {
            expect(refuses(draft, TIP)).toBe(true);
            seen.refused += 1;
            continue;
          }
          scene.scenario.send(draft);
          scene.tree.set(place, countLeaf(party.hash, count + 1n));
          counts.set(party.name, count + 1n);
          scene.paid += 1n;
          seen.paid += 1;
          expect(readState(scene.scenario.lane.state.output)).toEqual({
            root: scene.tree.root,
            lane: lane % lanes,
            claims: scene.paid,
          });
        }
        for (const { campaign, scenario, paid } of scenes) {
          const left = (quota - paid) * terms.amount;
          expect(asset === 'BCH' ? scenario.value >= left : scenario.tokens === left).toBe(true);
          const closable = judge(draftClose(campaign, scenario.lane, 'nobody', 0), TIP).accepted;
          expect(closable).toBe(paid === quota);
          seen.closed += closable ? 1 : 0;
          expect(judge(draftClose(campaign, scenario.lane, 'message'), TIP).accepted).toBe(true);
        }
      }),
      { numRuns: RUNS(20) },
    );
    // The search reaches what it is meant to search.
    expect(seen.paid).toBeGreaterThan(RUNS(20) * 3);
    expect(seen.refused).toBeGreaterThan(RUNS(20) * 3);
    expect(seen.closed).toBeGreaterThan(RUNS(20) / 10);
  });

  it('agree at 64 levels', () => {
    const { campaign, tree, lane: first } = fundPublic({ ...TERMS, depth: 64, limit: 2n });
    let lane = first;
    const counts = new Map<string, bigint>();
    for (const step of Array.from({ length: 40 }, (_, i) => i)) {
      const party = at(PARTIES, (step * 5) % PARTIES.length);
      const claimed = counts.get(party.name) ?? 0n;
      const draft = draftClaim({ campaign, tree, lane }, party, { claimed });
      expect(judge(draft, TIP).accepted).toBe(claimed < 2n);
      if (claimed === 2n) continue;
      tree.set(placeIn(campaign, party.hash), countLeaf(party.hash, claimed + 1n));
      counts.set(party.name, claimed + 1n);
      lane = { state: coinOf(seal(draft), 0) };
    }
    expect([...counts.values()].every((count) => count === 2n)).toBe(true);
  });
});
