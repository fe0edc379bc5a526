import type { AirdropArtifact, AirdropAssetType } from '../../src/index.js';
import * as forEverybody from '../airdrop-public/public.js';
import * as forAList from '../airdrop-whitelist/whitelist.js';
import { type Campaign, END, START } from '../airdrop/campaign.js';
import { countLeaf, CountTree, LaneTree } from '../airdrop/lane-tree.js';
import { claimSpend, strays, TIP } from '../airdrop/spends.js';
import { fundLane } from '../airdrop/state.js';
import type { HonestSpend } from '../support/attack-suite.js';
import { FUNDED, purse } from '../support/coins.js';
import { outsider, type Party, recipient, sender } from '../support/parties.js';
import { seal, SEQUENCE_PLAIN, withFee, type Coin, type Draft } from '../support/transaction.js';
import { CLOSER, draftEnd, draftUnitClose, unitInput, unitOf, type CloserScript } from './closer.js';

/** The creator of campaigns here: any locking bytecode; the array that attacks compare with. */
export const owner = sender.lockingBytecode;

/** What a fixture is made of: the covenants as they are, or one of them with a rule left out. */
export interface Fixture {
  readonly artifact?: AirdropArtifact;
  readonly closer?: CloserScript;
}

const ending = (name: string, campaign: Campaign, draft: Draft, mostOutputs: number): HonestSpend => ({
  name,
  draft,
  tip: TIP,
  places: {
    ...(campaign.terms.asset === 'BCH' ? {} : { companion: 1 }),
    payouts: [0],
    mostOutputs,
  },
  signer: undefined,
  alsoKeyless: false,
  timed: false,
  stateless: false,
  slack: campaign.closeFee - BigInt(seal(draft).size),
  slackOutput: 0,
});

/** The creator's coin first, then the strays, which return to the creator. */
export const draftSweep = (campaign: Campaign, coins: readonly Coin[], by: Party = sender): Draft => {
  const money = purse(by, 100_000n);
  return withFee((fee) => ({
    version: 2,
    locktime: 0,
    inputs: [
      money,
      ...coins.map((coin) => ({ coin, sequence: SEQUENCE_PLAIN, unlocking: campaign.call('sweep', []) })),
    ],
    outputs: [
      { ...money.coin.output, valueSatoshis: money.coin.output.valueSatoshis - fee },
      ...coins.map(({ output }) => ({ ...output, lockingBytecode: by.lockingBytecode })),
    ],
  }));
};

export const sweepSpends = (campaign: Campaign): HonestSpend[] => {
  const all = strays(campaign);
  return [
    ...all.map(([name, coin]) => ({ name, coins: [coin] })),
    { name: 'four strays at once', coins: all.map(([, coin]) => coin) },
  ].map(({ name, coins }) => ({
    ...ending(`sweep of ${name}`, campaign, draftSweep(campaign, coins), 0),
    places: { payouts: [], spent: 1 },
    tip: { ...FUNDED, height: FUNDED.height + 1 },
    slack: 0n,
    stateless: true,
  }));
};

const asScripts = <Terms extends object>(terms: Terms, { artifact }: Fixture) => ({
  ...terms,
  owner,
  ...(artifact === undefined ? {} : { artifact }),
});

/** Closes of a lane that has claims left, now and from a date on, and of one that has none. */
const closes = (
  now: { readonly campaign: Campaign; readonly lane: Parameters<typeof draftUnitClose>[1] },
  late: typeof now,
  done: typeof now,
  { closer = CLOSER }: Fixture,
): HonestSpend[] => {
  const unit = (campaign: Campaign) => unitInput(unitOf(campaign, closer), closer);
  return [
    ending('close', now.campaign, draftUnitClose(now.campaign, now.lane, unit(now.campaign), Number(START)), 2),
    ending('close from a date on', late.campaign, draftUnitClose(late.campaign, late.lane, unit(late.campaign)), 2),
    ending('end of a lane that has paid all', done.campaign, draftEnd(done.campaign, done.lane), 1),
  ];
};

/** Every honest path of a whitelist's lane that is a script's. */
export const whitelistSpends = (asset: AirdropAssetType, fixture: Fixture = {}): HonestSpend[] => {
  const { fundWhitelist, rowsOf, draftClaim, TERMS } = forAList;
  const terms = asScripts({ ...TERMS, asset }, fixture);
  const rich = fundWhitelist(terms, rowsOf(6));
  const poor = fundWhitelist({ ...terms, sponsored: false, closable: END, nonce: 'whitelist-no-fee' }, rowsOf(6), 3);
  const done = fundLane(rich.campaign, { root: new LaneTree(TERMS.depth, []).root, lane: 2, claims: 6n }, 3_000n, 5n);
  const of = ({ campaign }: typeof rich) => ({ asset, fee: campaign.fee, sponsored: campaign.terms.sponsored });
  const money = purse(recipient, 100_000n);
  return [
    claimSpend({ ...of(rich), name: 'keyless claim', draft: draftClaim(rich, 5) }),
    claimSpend({
      ...of(rich),
      name: 'signed claim',
      draft: draftClaim(rich, 0, { signer: recipient }),
      signer: recipient,
      alsoKeyless: true,
    }),
    claimSpend({ ...of(poor), name: 'claim with own money', draft: draftClaim(poor, 0, { purse: money }) }),
    ...closes(rich, poor, { campaign: rich.campaign, lane: done }, fixture),
    ...sweepSpends(rich.campaign),
  ];
};

/** Every honest path of a public airdrop's lane that is a script's. */
export const publicSpends = (asset: AirdropAssetType, fixture: Fixture = {}): HonestSpend[] => {
  const { fundPublic, placeIn, draftClaim, TERMS } = forEverybody;
  const terms = asScripts({ ...TERMS, asset }, fixture);
  const fresh = fundPublic(terms);
  const tree = new CountTree(terms.depth);
  tree.set(placeIn(fresh.campaign, recipient.hash), countLeaf(recipient.hash, 2n));
  tree.set(placeIn(fresh.campaign, outsider.hash), countLeaf(outsider.hash, 3n));
  const busy = fundPublic(terms, { claims: 5n, tree });
  const poor = fundPublic({ ...terms, sponsored: false, closable: END, nonce: 'public-no-fee-01' });
  const done = fundLane(busy.campaign, { root: tree.root, lane: 0, claims: terms.quota }, 6_000n, 5n);
  const of = ({ campaign }: typeof fresh) => ({
    asset,
    fee: campaign.fee,
    sponsored: campaign.terms.sponsored,
    signer: recipient,
  });
  const money = purse(recipient, 100_000n);
  return [
    claimSpend({ ...of(fresh), name: 'first claim of all', draft: draftClaim(fresh, recipient, { claimed: 0n }) }),
    claimSpend({ ...of(busy), name: 'third claim', draft: draftClaim(busy, recipient, { claimed: 2n }) }),
    claimSpend({
      ...of(poor),
      name: 'claim with own money',
      draft: draftClaim(poor, recipient, { claimed: 0n, purse: money }),
    }),
    ...closes(busy, poor, { campaign: busy.campaign, lane: done }, fixture),
    ...sweepSpends(fresh.campaign),
  ];
};
