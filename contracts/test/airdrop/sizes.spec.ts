import { encodeLockingBytecodeP2sh32 } from '@bitauth/libauth';
import {
  type AirdropAssetType,
  publicClaimFee,
  publicCloseFee,
  scriptCloseFee,
  whitelistClaimFee,
  whitelistCloseFee,
} from '../../src/index.js';
import { PAYOUT, RESERVE } from '../lock/lock.js';
import { named32 } from '../support/bytes.js';
import { purse } from '../support/coins.js';
import { costOf } from '../support/cost.js';
import { accept } from '../support/judge.js';
import { recipient } from '../support/parties.js';
import { type Draft, seal } from '../support/transaction.js';
import type { Campaign } from './campaign.js';
import { CLOSER, draftEnd, draftUnitClose } from './closer.js';
import { draftClose } from './drafting.js';
import { emptyOf } from './lane-tree.js';
import { crowdedTree, draftClaim, fundPublic, placeIn, TERMS as PUBLIC_TERMS } from './public.js';
import { fundLane, type Lane } from './state.js';
import { draftRow, fundRow, TERMS } from './whitelist.js';

const LAST_TIME = 4_294_967_294n;
const TIP = { height: 900_000, mtp: Number(LAST_TIME) + 1 };
const DEPTHS = [1, 10, 17, 20];
/** Siblings that are not empty: of the first claim of all; after about a thousand claims, a million, 16 million. */
const SIBLINGS = [0, 10, 20, 24];
/** What a rewriter would keep: the smallest standard output that only its receiver can spend, P2SH20, and its 32 bytes of fee. */
const CHEAPEST_SKIM = 540 + 32;

/** Who has campaigns: a key, or a script, of which a vault's locking bytecode is the longest. */
const CREATORS = { key: {}, script: { owner: encodeLockingBytecodeP2sh32(named32('a vault')) } } as const;
type Creator = keyof typeof CREATORS;

/** Terms of locks, of the shortest and the longest numbers. */
const SHORTEST_LOCK = { start: TERMS.start, cliff: TERMS.start, step: 1n, steps: 1n };
const LONGEST_LOCK = { start: 2n ** 31n, cliff: LAST_TIME, step: 2n ** 15n, steps: 2n ** 15n };
const PAYS = ['recipients', 'locks'] as const;
type Pays = (typeof PAYS)[number];

const CASES = (['key', 'script'] as const).flatMap((creator) =>
  (['BCH', 'FUNGIBLE_TOKEN'] as const).map((asset) => [creator, asset] as const),
);

/** The longest close of a lane, and the end of one that has paid all. */
const endings = (campaign: Campaign, lane: Lane, done: Lane, time: number): readonly [close: Draft, end: Draft] =>
  campaign.terms.owner === undefined
    ? [draftClose(campaign, lane, 'message', time), draftClose(campaign, done, 'nobody', 0)]
    : [draftUnitClose(campaign, lane, undefined, time), draftEnd(campaign, done)];

const sizesOf = <Names extends string>(campaign: Campaign, drafts: Readonly<Record<Names, Draft>>) => {
  for (const draft of Object.values<Draft>(drafts)) accept(draft, TIP);
  const sizes = Object.entries<Draft>(drafts).map(([name, draft]) => [name, seal(draft).size] as const);
  return { drafts, script: campaign.script.length, ...(Object.fromEntries(sizes) as Readonly<Record<Names, number>>) };
};

/** Of the shortest and the longest numbers that a lane of a depth can have. */
const whitelistAt = (
  creator: Creator,
  asset: AirdropAssetType,
  depth: number,
  longest: boolean,
  pays: Pays = 'recipients',
) => {
  const most = asset === 'BCH' ? 2_099_999_000_000_000n : 9_223_372_036_854_775_806n;
  const start = longest ? LAST_TIME : TERMS.start;
  const row = { recipient: recipient.hash, amount: longest ? most : pays === 'locks' ? 10_000n : 546n };
  const vested = pays === 'locks' ? { vested: longest ? LONGEST_LOCK : SHORTEST_LOCK } : {};
  const terms = { ...TERMS, asset, depth, start, closable: start, ...CREATORS[creator], ...vested };
  const { campaign, lane, proof } = fundRow(terms, row, longest ? row.amount + 1n : row.amount);
  const done = fundLane(campaign, { root: emptyOf(depth), lane: 0, claims: 1n }, 3_000n, 0n);
  const locktime = Number(start);
  const [close, end] = endings(campaign, lane, done, locktime);
  return sizesOf(campaign, {
    claim: draftRow({ campaign, lane }, row, proof, { signer: recipient, locktime }),
    keyless: draftRow({ campaign, lane }, row, proof, { locktime }),
    close,
    end,
  });
};

const publicLane = (creator: Creator, asset: AirdropAssetType, longest: boolean, siblings: number) => {
  const most = asset === 'BCH' ? 2_099_999_000_000_000n : 9_223_372_036_854_775_806n / 2n;
  const numbers = longest
    ? { amount: most, limit: 2n ** 31n - 2n, quota: asset === 'BCH' ? 1n : 2n, lanes: 256n }
    : { amount: 546n, limit: 1n, quota: 1n, lanes: 1n };
  const start = longest ? LAST_TIME : PUBLIC_TERMS.start;
  const terms = { ...PUBLIC_TERMS, asset, depth: 64, start, closable: start, ...numbers, ...CREATORS[creator] };
  const { campaign } = fundPublic(terms);
  const number = Number(placeIn(campaign, recipient.hash) % terms.lanes);
  return {
    locktime: Number(start),
    scene: fundPublic(terms, { number, tree: crowdedTree(campaign, recipient.hash, siblings) }),
  };
};

const publicAt = (...given: Parameters<typeof publicLane>) => {
  const { locktime, scene } = publicLane(...given);
  const { campaign, tree, lane } = scene;
  const done = fundLane(campaign, { root: tree.root, lane: 0, claims: campaign.terms.quota }, 6_000n, 0n);
  const [close, end] = endings(campaign, lane, done, locktime);
  return sizesOf(campaign, { claim: draftClaim(scene, recipient, { claimed: 0n, locktime }), close, end });
};

const measured = ({ drafts: { claim }, ...sizes }: ReturnType<typeof whitelistAt> | ReturnType<typeof publicAt>) =>
  JSON.stringify({ unlocking: costOf(claim).unlocking, ...sizes });

it('the closer is 26 bytes of script without parameters', () => {
  expect(CLOSER.script).toHaveLength(26);
});

/** Of a close and an end the hidden code counts, too. */
const expectFarWithin = (draft: Draft): void => {
  const { operations, hashes } = costOf(draft);
  expect(operations).toBeLessThan(0.25);
  expect(hashes).toBeLessThan(0.25);
};

describe.each(CASES.flatMap(([creator, asset]) => PAYS.map((pays) => [creator, asset, pays] as const)))(
  'a whitelist of a %s’s in %s that pays %s',
  (creator, asset, pays) => {
    it('has the sizes that the documentation states, shortest and longest', () => {
      const sizes = [false, true].map((longest) =>
        DEPTHS.map((depth) => `${depth}: ${measured(whitelistAt(creator, asset, depth, longest, pays))}`),
      );
      expect(sizes).toMatchSnapshot();
    });

    it.each(DEPTHS)('of depth %d stays far within what scripts may cost', (depth) => {
      const { drafts } = whitelistAt(creator, asset, depth, true, pays);
      expect(costOf(drafts.claim).unlocking).toBeLessThanOrEqual(1_250);
      for (const draft of Object.values(drafts)) expectFarWithin(draft);
    });

    it('has fees that cover every size at every depth, and leave no rewriter an output', () => {
      for (let depth = 1; depth <= 20; depth += 1) {
        const [shortest, longest] = [false, true].map((long) => whitelistAt(creator, asset, depth, long, pays));
        if (shortest === undefined || longest === undefined) throw new Error('There are two');
        const claimFee = Number(
          whitelistClaimFee(asset, depth, pays === 'locks') -
            (asset === 'BCH' ? 0n : pays === 'locks' ? RESERVE : PAYOUT),
        );
        const closeFee = Number(
          creator === 'key'
            ? whitelistCloseFee(asset, pays === 'locks')
            : scriptCloseFee('WHITELIST', asset, pays === 'locks'),
        );
        // A wallet may sign in ECDSA form, seven bytes longer.
        expect(claimFee).toBeGreaterThanOrEqual(longest.claim + 7);
        expect(claimFee).toBeLessThan(shortest.keyless + CHEAPEST_SKIM);
        expect(closeFee).toBeGreaterThan(longest.close);
        expect(closeFee).toBeLessThan(shortest.end + CHEAPEST_SKIM);
      }
    });
  },
);

it.each([
  ['a public claim in BCH without siblings', () => publicAt('key', 'BCH', true, 0).claim, 1_060],
  ['a public claim in BCH with 20 siblings', () => publicAt('key', 'BCH', true, 20).claim, 1_325],
  ['a signed claim of a list of 1,024 rows a lane', () => whitelistAt('key', 'BCH', 10, true).claim, 900],
  ['a signed claim of a list of a million rows a lane', () => whitelistAt('key', 'BCH', 20, true).claim, 1_225],
] as const)('%s has no more bytes than was promised', (_, sizeOf, most) => {
  expect(sizeOf()).toBeLessThanOrEqual(most);
});

describe.each(CASES)('a public airdrop of a %s’s in %s', (creator, asset) => {
  it('has the sizes that the documentation states, shortest and longest, by siblings', () => {
    const sizes = [false, true].map((longest) =>
      SIBLINGS.map((siblings) => `${siblings}: ${measured(publicAt(creator, asset, longest, siblings))}`),
    );
    expect(sizes).toMatchSnapshot();
  });

  it.each(SIBLINGS)('with %d siblings a claim stays within what scripts may cost, at 64 levels', (siblings) => {
    for (const longest of [false, true]) {
      const { claim, close, end } = publicAt(creator, asset, longest, siblings).drafts;
      const { operations, hashes } = costOf(claim);
      expect(operations).toBeLessThan(0.85);
      expect(hashes).toBeLessThan(0.95);
      for (const draft of [close, end]) expectFarWithin(draft);
    }
  });

  it('with every sibling a claim is still valid, at the expense of the claimer', () => {
    const { locktime, scene } = publicLane(creator, asset, true, 64);
    const claim = draftClaim(scene, recipient, { claimed: 0n, locktime, purse: purse(recipient, 100_000n) });
    accept(claim, TIP);
    expect(costOf(claim).unlocking).toBeLessThan(10_000);
  });

  it('has fees that cover what they are meant for', () => {
    const [shortest, longest] = [publicAt(creator, asset, false, 0), publicAt(creator, asset, true, 24)];
    expect(longest.claim + 32).toBeGreaterThan(Number(publicClaimFee(asset)) - (asset === 'BCH' ? 0 : Number(PAYOUT)));
    const claimFee = Number(publicClaimFee(asset) - (asset === 'BCH' ? 0n : PAYOUT));
    const closeFee = Number(creator === 'key' ? publicCloseFee(asset) : scriptCloseFee('PUBLIC', asset));
    expect(claimFee).toBeGreaterThanOrEqual(longest.claim + 7);
    expect(claimFee).toBeLessThan(2 * shortest.claim);
    expect(closeFee).toBeGreaterThan(longest.close);
    expect(closeFee).toBeLessThan(shortest.end + CHEAPEST_SKIM);
  });
});
