import type { AirdropAssetType } from '../../src/index.js';
import { END, START } from '../airdrop/campaign.js';
import { countLeaf, CountTree } from '../airdrop/lane-tree.js';
import { claimSpend, closeSpend, sweepSpends } from '../airdrop/spends.js';
import { fundLane } from '../airdrop/state.js';
import type { HonestSpend } from '../support/attack-suite.js';
import { purse } from '../support/coins.js';
import { outsider, recipient } from '../support/parties.js';
import { draftClaim, fundPublic, placeIn, TERMS } from './public.js';

/** Every honest path of a public airdrop's lane, at a depth that proves what any does. */
export const publicSpends = (asset: AirdropAssetType): HonestSpend[] => {
  const terms = { ...TERMS, asset };
  const fresh = fundPublic(terms);
  const tree = new CountTree(terms.depth);
  tree.set(placeIn(fresh.campaign, recipient.hash), countLeaf(recipient.hash, 2n));
  tree.set(placeIn(fresh.campaign, outsider.hash), countLeaf(outsider.hash, 3n));
  const busy = fundPublic(terms, { claims: 5n, tree });
  const poor = fundPublic({ ...terms, sponsored: false, closable: END, nonce: 'public-no-fee-01' });
  const done = fundLane(poor.campaign, { root: tree.root, lane: 0, claims: terms.quota }, 6_000n, 5n);
  const of = (lane: typeof fresh) => ({
    asset,
    fee: lane.campaign.fee,
    sponsored: lane.campaign.terms.sponsored,
    signer: recipient,
  });
  return [
    claimSpend({ ...of(fresh), name: 'first claim of all', draft: draftClaim(fresh, recipient, { claimed: 0n }) }),
    claimSpend({ ...of(busy), name: 'third claim', draft: draftClaim(busy, recipient, { claimed: 2n }) }),
    claimSpend({
      ...of(poor),
      name: 'claim with own money',
      draft: draftClaim(poor, recipient, { claimed: 0n, purse: purse(recipient, 100_000n) }),
    }),
    closeSpend('close signed by the creator', busy.campaign, busy.lane, 'transaction', Number(START)),
    closeSpend('close by message', poor.campaign, poor.lane, 'message'),
    closeSpend('close of a lane that has paid all', poor.campaign, done, 'nobody', Number(START)),
    ...sweepSpends(fresh.campaign),
  ];
};
