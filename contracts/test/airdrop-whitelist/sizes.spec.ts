import { emptyRoot } from '../../scripts/airdrop-source.js';
import { whitelistClaimFee, whitelistCloseFee, type AirdropAssetType } from '../../src/index.js';
import { draftClose, PAYOUT } from '../airdrop/drafting.js';
import { costOf, fundLane } from '../airdrop/state.js';
import { accept } from '../support/judge.js';
import { recipient } from '../support/parties.js';
import { seal } from '../support/transaction.js';
import { draftRow, fundRow, TERMS } from './whitelist.js';

const LAST_TIME = 4_294_967_294n;
const TIP = { height: 900_000, mtp: Number(LAST_TIME) + 1 };

/** The shortest and the longest numbers that a lane of a depth can have. */
const lane = (asset: AirdropAssetType, depth: number, longest: boolean) => {
  const most = asset === 'BCH' ? 2_099_999_000_000_000n : 9_223_372_036_854_775_806n;
  const time = longest ? LAST_TIME : TERMS.start;
  const row = { recipient: recipient.hash, amount: longest ? most : 546n };
  const terms = { ...TERMS, asset, depth, start: time, closable: time };
  return { ...fundRow(terms, row, longest ? row.amount + 1n : row.amount), row, time: Number(time) };
};

const sizesAt = (asset: AirdropAssetType, depth: number, longest: boolean) => {
  const { campaign, lane: coins, row, proof, time } = lane(asset, depth, longest);
  const signed = draftRow({ campaign, lane: coins }, row, proof, { signer: recipient, locktime: time });
  const keyless = draftRow({ campaign, lane: coins }, row, proof, { locktime: time });
  const byMessage = draftClose(campaign, coins, 'message', time);
  const done = fundLane(campaign, { root: emptyRoot(depth), lane: 0, claims: 1n }, 3_000n, 0n);
  const byNobody = draftClose(campaign, done, 'nobody', 0);
  for (const draft of [signed, keyless, byMessage, byNobody]) accept(draft, TIP);
  const [claim, push, close, end] = [signed, keyless, byMessage, byNobody].map((draft) => seal(draft).size);
  return { script: campaign.script.length, claim, push, close, end, unlocking: costOf(signed).unlocking, signed };
};

const DEPTHS = [0, 1, 10, 17, 20];
const listed = (asset: AirdropAssetType, longest: boolean) =>
  DEPTHS.map((depth) => {
    const { script, unlocking, claim, push, close, end } = sizesAt(asset, depth, longest);
    return [depth, script, unlocking, claim, push, close, end].join(' ');
  });

describe('sizes of a whitelist, by depth: script, unlocking, claim, keyless claim, close by message, close by nobody', () => {
  it('in BCH, shortest and longest', () => {
    expect(listed('BCH', false)).toEqual([
      '0 346 474 680 582 544 440',
      '1 364 526 732 634 562 458',
      '10 553 1021 1227 1129 751 647',
      '17 700 1406 1612 1514 898 794',
      '20 763 1571 1777 1679 961 857',
    ]);
    expect(listed('BCH', true)).toEqual([
      '0 348 481 687 589 546 442',
      '1 366 533 739 641 564 460',
      '10 555 1028 1234 1136 753 649',
      '17 702 1413 1619 1521 900 796',
      '20 765 1578 1784 1686 963 859',
    ]);
  });

  it('in tokens, shortest and longest', () => {
    expect(listed('FUNGIBLE_TOKEN', false)).toEqual([
      '0 416 544 887 789 707 566',
      '1 434 596 939 841 725 584',
      '10 623 1091 1434 1336 914 773',
      '17 770 1476 1819 1721 1061 920',
      '20 833 1641 1984 1886 1124 983',
    ]);
    expect(listed('FUNGIBLE_TOKEN', true)).toEqual([
      '0 418 552 936 838 715 568',
      '1 436 604 988 890 733 586',
      '10 625 1099 1483 1385 922 775',
      '17 772 1484 1868 1770 1069 922',
      '20 835 1649 2033 1935 1132 985',
    ]);
  });
});

describe.each(['BCH', 'FUNGIBLE_TOKEN'] as const)('limits of a whitelist in %s', (asset) => {
  it.each(DEPTHS)('depth %d stays within 1,650 bytes, and far within what scripts may cost', (depth) => {
    const { signed, unlocking } = sizesAt(asset, depth, true);
    const { operations, hashes } = costOf(signed);
    expect(unlocking).toBeLessThanOrEqual(1_650);
    expect(operations).toBeLessThan(0.25);
    expect(hashes).toBeLessThan(0.25);
  });

  it.each(Array.from({ length: 21 }, (_, depth) => depth))(
    'depth %d: fees cover every size, and leave no rewriter an output',
    (depth) => {
      const [shortest, longest] = [sizesAt(asset, depth, false), sizesAt(asset, depth, true)];
      const claimFee = Number(whitelistClaimFee(asset, depth) - (asset === 'BCH' ? 0n : PAYOUT));
      const closeFee = Number(whitelistCloseFee(asset, depth));
      // A wallet may sign in ECDSA form, seven bytes longer.
      expect(claimFee).toBeGreaterThanOrEqual((longest.claim ?? 0) + 7);
      expect(claimFee).toBeLessThan((shortest.push ?? 0) + 540 + 32);
      expect(closeFee).toBeGreaterThanOrEqual((longest.close ?? 0) + 1);
      expect(closeFee).toBeLessThan((shortest.end ?? 0) + 540 + 32);
    },
  );
});
