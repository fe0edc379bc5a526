import { encodeLockingBytecodeP2sh32 } from '@bitauth/libauth';
import { emptyRoot } from '../../scripts/airdrop-source.js';
import { publicClaimFee, scriptCloseFee, whitelistClaimFee, type AirdropAssetType } from '../../src/index.js';
import * as forEverybody from '../airdrop-public/public.js';
import * as forAList from '../airdrop-whitelist/whitelist.js';
import { PAYOUT } from '../airdrop/drafting.js';
import { fundLane } from '../airdrop/state.js';
import { named32 } from '../support/bytes.js';
import { accept } from '../support/judge.js';
import { recipient } from '../support/parties.js';
import { seal } from '../support/transaction.js';
import { CLOSER, draftEnd, draftUnitClose, unitInput, unitOf } from './closer.js';

/** A vault's: the longest there is. */
const owner = encodeLockingBytecodeP2sh32(named32('a vault'));
const LAST_TIME = 4_294_967_294n;
const TIP = { height: 900_000, mtp: Number(LAST_TIME) + 1 };
const ASSETS = ['BCH', 'FUNGIBLE_TOKEN'] as const;

const WHITELIST_SIZES = {
  BCH: [
    ['0: 325 659 561 573 426', '0: 327 666 568 575 428'],
    ['10: 532 1206 1108 780 633', '10: 534 1213 1115 782 635'],
    ['20: 742 1756 1658 990 843', '20: 744 1763 1665 992 845'],
  ],
  FUNGIBLE_TOKEN: [
    ['0: 395 866 768 736 552', '0: 397 915 817 744 554'],
    ['10: 602 1413 1315 943 759', '10: 604 1462 1364 951 761'],
    ['20: 812 1963 1865 1153 969', '20: 814 2012 1914 1161 971'],
  ],
};
const PUBLIC_SIZES = {
  BCH: ['3079 4222 3327 3180', '3092 4235 3340 3193'],
  FUNGIBLE_TOKEN: ['3149 4429 3490 3306', '3163 4492 3510 3320'],
};

const closesOf = (
  campaign: Parameters<typeof draftUnitClose>[0],
  lane: Parameters<typeof draftUnitClose>[1],
  done: typeof lane,
  time: number,
) => {
  const drafts = [draftUnitClose(campaign, lane, unitInput(unitOf(campaign)), time), draftEnd(campaign, done)];
  for (const draft of drafts) accept(draft, TIP);
  const [close, end] = drafts.map((draft) => seal(draft).size);
  return { script: campaign.script.length, close: close ?? 0, end: end ?? 0 };
};

const whitelistAt = (asset: AirdropAssetType, depth: number, longest: boolean) => {
  const { draftRow, fundRow, TERMS } = forAList;
  const most = asset === 'BCH' ? 2_099_999_000_000_000n : 9_223_372_036_854_775_806n;
  const time = longest ? LAST_TIME : TERMS.start;
  const row = { recipient: recipient.hash, amount: longest ? most : 546n };
  const terms = { ...TERMS, asset, depth, start: time, closable: time, owner };
  const { campaign, lane, proof } = fundRow(terms, row, longest ? row.amount + 1n : row.amount);
  const done = fundLane(campaign, { root: emptyRoot(depth), lane: 0, claims: 1n }, 3_000n, 0n);
  const signed = draftRow({ campaign, lane }, row, proof, { signer: recipient, locktime: Number(time) });
  const keyless = draftRow({ campaign, lane }, row, proof, { locktime: Number(time) });
  for (const draft of [signed, keyless]) accept(draft, TIP);
  return {
    ...closesOf(campaign, lane, done, Number(time)),
    claim: seal(signed).size,
    push: seal(keyless).size,
  };
};

const publicAt = (asset: AirdropAssetType, longest: boolean) => {
  const { crowdedTree, draftClaim, fundPublic, placeIn, TERMS } = forEverybody;
  const most = asset === 'BCH' ? 2_099_999_000_000_000n : 9_223_372_036_854_775_806n / 2n;
  const numbers = longest
    ? { amount: most, limit: 2n ** 31n - 2n, quota: asset === 'BCH' ? 1n : 2n, lanes: 256n }
    : { amount: 546n, limit: 1n, quota: 1n, lanes: 1n };
  const time = longest ? LAST_TIME : TERMS.start;
  const terms = { ...TERMS, asset, depth: 64, start: time, closable: time, ...numbers, owner };
  const { campaign } = fundPublic(terms);
  const number = Number(placeIn(campaign, recipient.hash) % terms.lanes);
  const scene = fundPublic(terms, { number, tree: crowdedTree(campaign, recipient.hash, 24) });
  const done = fundLane(campaign, { root: scene.tree.root, lane: 0, claims: terms.quota }, 6_000n, 0n);
  const claim = draftClaim(scene, recipient, { claimed: 0n, locktime: Number(time) });
  accept(claim, TIP);
  return { ...closesOf(campaign, scene.lane, done, Number(time)), claim: seal(claim).size };
};

describe('the closer', () => {
  it('is 26 bytes of script without parameters', () => {
    expect(CLOSER.script).toHaveLength(26);
  });
});

describe('sizes of a whitelist that is a script’s, by depth: script, claim, keyless claim, close beside the unit, end', () => {
  it.each(ASSETS)('in %s, shortest and longest', (asset) => {
    expect(
      [0, 10, 20].map((depth) =>
        [false, true].map((longest) => {
          const { script, claim, push, close, end } = whitelistAt(asset, depth, longest);
          return `${depth}: ${script} ${claim} ${push} ${close} ${end}`;
        }),
      ),
    ).toEqual(WHITELIST_SIZES[asset]);
  });

  it.each(ASSETS)('in %s, fees cover every size', (asset) => {
    for (let depth = 0; depth <= 20; depth += 1) {
      const [shortest, longest] = [whitelistAt(asset, depth, false), whitelistAt(asset, depth, true)];
      const claimFee = Number(whitelistClaimFee(asset, depth) - (asset === 'BCH' ? 0n : PAYOUT));
      const closeFee = Number(scriptCloseFee('WHITELIST', asset, depth));
      expect(claimFee).toBeGreaterThanOrEqual(longest.claim + 7);
      // Somebody who rewrites an unsigned claim keeps no output of it: its dust and its own bytes.
      expect(claimFee).toBeLessThan(shortest.push + 546 + 34);
      expect(closeFee).toBeGreaterThanOrEqual(longest.close);
      expect(closeFee).toBeLessThan(2 * shortest.end);
    }
  });
});

describe('sizes of a public airdrop that is a script’s, after 16 million claims: script, claim, close beside the unit, end', () => {
  it.each(ASSETS)('in %s, shortest and longest', (asset) => {
    expect(
      [false, true].map((longest) => {
        const { script, claim, close, end } = publicAt(asset, longest);
        return `${script} ${claim} ${close} ${end}`;
      }),
    ).toEqual(PUBLIC_SIZES[asset]);
  });

  it.each(ASSETS)('in %s, fees cover every size', (asset) => {
    const longest = publicAt(asset, true);
    expect(Number(publicClaimFee(asset) - (asset === 'BCH' ? 0n : PAYOUT))).toBeGreaterThanOrEqual(longest.claim + 7);
    expect(Number(scriptCloseFee('PUBLIC', asset, 64))).toBeGreaterThanOrEqual(longest.close);
  });
});
