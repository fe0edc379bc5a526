import type { AirdropAssetType } from '../../src/index.js';
import { END, START } from '../airdrop/campaign.js';
import { LaneTree } from '../airdrop/lane-tree.js';
import { claimSpend, closeSpend, sweepSpends } from '../airdrop/spends.js';
import { fundLane } from '../airdrop/state.js';
import type { HonestSpend } from '../support/attack-suite.js';
import { purse } from '../support/coins.js';
import { outsider, recipient } from '../support/parties.js';
import { draftClaim, fundWhitelist, rowsOf, TERMS } from './whitelist.js';

/** Every honest path of a whitelist's lane. */
export const whitelistSpends = (asset: AirdropAssetType): HonestSpend[] => {
  const terms = { ...TERMS, asset };
  const rich = fundWhitelist(terms, rowsOf(6));
  const poor = fundWhitelist({ ...terms, sponsored: false, closable: END, nonce: 'whitelist-no-fee' }, rowsOf(6), 3);
  const spent = { ...fundLane(poor.campaign, { root: new LaneTree(3, []).root, lane: 3, claims: 6n }, 3_000n, 5n) };
  const of = (lane: typeof rich) => ({ asset, fee: lane.campaign.fee, sponsored: lane.campaign.terms.sponsored });
  return [
    claimSpend({
      ...of(rich),
      name: 'claim at the expense of the lane',
      signer: recipient,
      alsoKeyless: true,
      draft: draftClaim(rich, 0, { signer: recipient }),
    }),
    claimSpend({ ...of(rich), name: 'keyless claim', draft: draftClaim(rich, 0) }),
    claimSpend({ ...of(rich), name: 'keyless claim of another row', draft: draftClaim(rich, 5) }),
    claimSpend({
      ...of(poor),
      name: 'claim with own money',
      signer: recipient,
      alsoKeyless: true,
      draft: draftClaim(poor, 0, { signer: recipient, purse: purse(recipient, 100_000n) }),
    }),
    claimSpend({
      ...of(poor),
      name: 'claim paid by another',
      draft: draftClaim(poor, 0, { purse: purse(outsider, 100_000n) }),
    }),
    closeSpend('close signed by the creator', rich.campaign, rich.lane, 'transaction', Number(START)),
    closeSpend('close by message', poor.campaign, poor.lane, 'message'),
    closeSpend('close of a lane that has paid all', poor.campaign, spent, 'nobody', Number(START)),
    ...sweepSpends(rich.campaign),
  ];
};
