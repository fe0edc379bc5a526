import type { AirdropAssetType } from '../../src/index.js';
import type { HonestSpend } from '../support/attack-suite.js';
import { purse } from '../support/coins.js';
import { outsider, recipient, sender } from '../support/parties.js';
import { type Campaign, creator, END, START, type Vesting } from './campaign.js';
import { draftEnd, draftUnitClose } from './closer.js';
import { draftClose } from './drafting.js';
import { countLeaf, CountTree, LaneTree } from './lane-tree.js';
import * as forEverybody from './public.js';
import { claimSpend, endingSpend, sweepSpends } from './spends.js';
import { fundLane, type Lane } from './state.js';
import * as forAList from './whitelist.js';

/** Whose campaigns are: a script's, by its locking bytecode, or of a key; and under which terms a list vests, if it does. */
export interface Form {
  readonly owner?: Uint8Array;
  readonly vested?: Vesting;
}

/** Campaigns of a script. Any locking bytecode does; this is the array that attacks compare with. */
export const OF_A_SCRIPT: Form = { owner: sender.lockingBytecode };

/** Lists whose claims pay locks: four years after the start, with a cliff at 90 days. */
export const VESTED = {
  vested: { start: START, cliff: START + 7_776_000n, step: 1n, steps: 126_144_000n },
} as const satisfies Form;

interface CampaignLane {
  readonly campaign: Campaign;
  readonly lane: Lane;
}

/** Closes of a lane that has claims left, now and from a date on, and of one that has none. */
const endings = (now: CampaignLane, late: CampaignLane, done: Lane): HonestSpend[] => {
  const first = Number(START);
  if (now.campaign.terms.owner === undefined)
    return [
      endingSpend(now.campaign, {
        name: 'close signed by the creator',
        draft: draftClose(now.campaign, now.lane, 'transaction', first),
        signer: creator,
      }),
      endingSpend(late.campaign, {
        name: 'close by message',
        draft: draftClose(late.campaign, late.lane, 'message'),
      }),
      endingSpend(late.campaign, {
        name: 'close of a lane that has paid all',
        draft: draftClose(late.campaign, done, 'nobody', first),
      }),
    ];
  const close = ({ campaign, lane }: CampaignLane, locktime?: number) =>
    draftUnitClose(campaign, lane, undefined, locktime);
  return [
    endingSpend(now.campaign, { name: 'close', draft: close(now, first) }, 2),
    endingSpend(late.campaign, { name: 'close from a date on', draft: close(late) }, 2),
    endingSpend(late.campaign, { name: 'end of a lane that has paid all', draft: draftEnd(late.campaign, done) }),
  ];
};

/** Every valid path of a whitelist's lane. */
export const whitelistSpends = (asset: AirdropAssetType, form: Form = {}): HonestSpend[] => {
  const { draftClaim, fundWhitelist, rowsOf, TERMS } = forAList;
  const terms = { ...TERMS, asset, ...form };
  const rich = fundWhitelist(terms, rowsOf(6));
  const poor = fundWhitelist({ ...terms, sponsored: false, closable: END, nonce: 'whitelist-no-fee' }, rowsOf(6), 3);
  const done = fundLane(poor.campaign, { root: new LaneTree(3, []).root, lane: 3, claims: 6n }, 3_000n, 5n);
  const signed = { signer: recipient, alsoKeyless: true };
  return [
    claimSpend(rich.campaign, { name: 'signed claim', draft: draftClaim(rich, 0, { signer: recipient }), ...signed }),
    claimSpend(rich.campaign, { name: 'keyless claim (the first row)', draft: draftClaim(rich, 0) }),
    claimSpend(rich.campaign, { name: 'keyless claim (the last row)', draft: draftClaim(rich, 5) }),
    claimSpend(poor.campaign, {
      name: 'signed claim with own money',
      draft: draftClaim(poor, 0, { signer: recipient, purse: purse(recipient, 100_000n) }),
      ...signed,
    }),
    claimSpend(poor.campaign, {
      name: 'keyless claim with money (the recipient’s)',
      draft: draftClaim(poor, 0, { purse: purse(recipient, 100_000n) }),
    }),
    claimSpend(poor.campaign, {
      name: 'keyless claim with money (another’s)',
      draft: draftClaim(poor, 0, { purse: purse(outsider, 100_000n) }),
    }),
    ...endings(rich, poor, done),
    ...sweepSpends(rich.campaign),
  ];
};

/** Every valid path of a public airdrop's lane, at a depth that proves what any does. */
export const publicSpends = (asset: AirdropAssetType, form: Form = {}): HonestSpend[] => {
  const { draftClaim, fundPublic, placeIn, TERMS } = forEverybody;
  const terms = { ...TERMS, asset, ...form };
  const fresh = fundPublic(terms);
  const tree = new CountTree(terms.depth);
  tree.set(placeIn(fresh.campaign, recipient.hash), countLeaf(recipient.hash, 2n));
  tree.set(placeIn(fresh.campaign, outsider.hash), countLeaf(outsider.hash, 3n));
  const busy = fundPublic(terms, { claims: 5n, tree });
  const poor = fundPublic({ ...terms, sponsored: false, closable: END, nonce: 'public-no-fee-01' });
  const done = fundLane(poor.campaign, { root: tree.root, lane: 0, claims: terms.quota }, 6_000n, 5n);
  const claim = (name: string, lane: typeof fresh, options: forEverybody.ClaimOptions) =>
    claimSpend(lane.campaign, { name, draft: draftClaim(lane, recipient, options), signer: recipient });
  return [
    claim('first claim of all', fresh, { claimed: 0n }),
    claim('third claim', busy, { claimed: 2n }),
    claim('claim with own money', poor, { claimed: 0n, purse: purse(recipient, 100_000n) }),
    ...endings(busy, poor, done),
    ...sweepSpends(fresh.campaign),
  ];
};
