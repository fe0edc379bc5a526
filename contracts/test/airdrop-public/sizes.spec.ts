import { publicClaimFee, publicCloseFee, type AirdropAssetType } from '../../src/index.js';
import { draftClose, PAYOUT } from '../airdrop/drafting.js';
import { costOf, fundLane } from '../airdrop/state.js';
import { purse } from '../support/coins.js';
import { accept } from '../support/judge.js';
import { recipient } from '../support/parties.js';
import { seal } from '../support/transaction.js';
import { crowdedTree, draftClaim, fundPublic, placeIn, TERMS } from './public.js';

const LAST_TIME = 4_294_967_294n;
const TIP = { height: 900_000, mtp: Number(LAST_TIME) + 1 };
/** Siblings that are not empty: of the first claim of all; after about a thousand claims, a million, 16 million. */
const SIBLINGS = [0, 10, 20, 24];

/** The shortest and the longest numbers that a lane can have. */
const laneOf = (asset: AirdropAssetType, longest: boolean, siblings: number) => {
  const most = asset === 'BCH' ? 2_099_999_000_000_000n : 9_223_372_036_854_775_806n / 2n;
  const numbers = longest
    ? { amount: most, limit: 2n ** 31n - 2n, quota: asset === 'BCH' ? 1n : 2n, lanes: 256n }
    : { amount: 546n, limit: 1n, quota: 1n, lanes: 1n };
  const time = longest ? LAST_TIME : TERMS.start;
  const terms = { ...TERMS, asset, depth: 64, start: time, closable: time, ...numbers };
  const { campaign } = fundPublic(terms);
  const number = Number(placeIn(campaign, recipient.hash) % terms.lanes);
  return {
    time: Number(time),
    scene: fundPublic(terms, { number, tree: crowdedTree(campaign, recipient.hash, siblings) }),
  };
};

const draftsOf = (asset: AirdropAssetType, longest: boolean, siblings: number) => {
  const { time, scene } = laneOf(asset, longest, siblings);
  const { campaign, tree } = scene;
  const done = fundLane(campaign, { root: tree.root, lane: 0, claims: campaign.terms.quota }, 6_000n, 0n);
  const claim = draftClaim(scene, recipient, { claimed: 0n, locktime: time });
  const close = draftClose(campaign, scene.lane, 'message', time);
  const end = draftClose(campaign, done, 'nobody', 0);
  for (const draft of [claim, close, end]) accept(draft, TIP);
  return { script: campaign.script.length, claim, close: seal(close).size, end: seal(end).size };
};

const listed = (asset: AirdropAssetType, longest: boolean) =>
  SIBLINGS.map((siblings) => {
    const { script, claim, close, end } = draftsOf(asset, longest, siblings);
    const { size, unlocking } = costOf(claim);
    return [siblings, script, unlocking, size, close, end].join(' ');
  });

describe('sizes of a public airdrop, by siblings: script, unlocking, claim, close by message, close by nobody', () => {
  it('in BCH, shortest and longest', () => {
    expect(listed('BCH', false)).toEqual([
      '0 3129 3298 3504 3326 3223',
      '10 3129 3618 3824 3326 3223',
      '20 3129 3938 4144 3326 3223',
      '24 3129 4066 4272 3326 3223',
    ]);
    expect(listed('BCH', true)).toEqual([
      '0 3142 3311 3517 3339 3236',
      '10 3142 3631 3837 3339 3236',
      '20 3142 3951 4157 3339 3236',
      '24 3142 4079 4285 3339 3236',
    ]);
  });

  it('in tokens, shortest and longest', () => {
    expect(listed('FUNGIBLE_TOKEN', false)).toEqual([
      '0 3199 3368 3711 3489 3349',
      '10 3199 3688 4031 3489 3349',
      '20 3199 4008 4351 3489 3349',
      '24 3199 4136 4479 3489 3349',
    ]);
    expect(listed('FUNGIBLE_TOKEN', true)).toEqual([
      '0 3213 3382 3774 3509 3363',
      '10 3213 3702 4094 3509 3363',
      '20 3213 4022 4414 3509 3363',
      '24 3213 4150 4542 3509 3363',
    ]);
  });
});

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('limits of a public airdrop in %s', (asset) => {
  it.each(SIBLINGS)('with %d siblings a claim stays far within what scripts may cost', (siblings) => {
    const { operations, hashes } = costOf(draftsOf(asset, true, siblings).claim);
    expect(operations).toBeLessThan(0.35);
    expect(hashes).toBeLessThan(0.35);
  });

  it('with every sibling a claim is still valid, at the expense of the claimer', () => {
    const { time, scene } = laneOf(asset, true, 64);
    const claim = draftClaim(scene, recipient, { claimed: 0n, locktime: time, purse: purse(recipient, 100_000n) });
    accept(claim, TIP);
    expect(costOf(claim).unlocking).toBeLessThan(10_000);
  });

  it('fees cover what they are meant for', () => {
    const [shortest, longest] = [draftsOf(asset, false, 0), draftsOf(asset, true, 24)];
    const claimFee = Number(publicClaimFee(asset) - (asset === 'BCH' ? 0n : PAYOUT));
    expect(claimFee).toBeGreaterThanOrEqual(costOf(longest.claim).size + 7);
    expect(claimFee).toBeLessThan(2 * costOf(shortest.claim).size);
    expect(publicCloseFee(asset)).toBeGreaterThan(BigInt(longest.close));
    expect(publicCloseFee(asset)).toBeLessThan(BigInt(shortest.end + 540 + 32));
  });
});
