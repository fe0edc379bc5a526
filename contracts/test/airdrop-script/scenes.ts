import type { AirdropAssetType } from '../../src/index.js';
import * as forEverybody from '../airdrop-public/public.js';
import * as forAList from '../airdrop-whitelist/whitelist.js';
import { END } from '../airdrop/campaign.js';
import { LaneTree } from '../airdrop/lane-tree.js';
import { fundLane } from '../airdrop/state.js';
import { at } from '../support/bytes.js';
import { recipient } from '../support/parties.js';
import type { ClosingScene } from './closing-attacks.js';
import { owner, type Fixture } from './honest-spends.js';

export type Kind = 'whitelist' | 'public';

const artifactOf = ({ artifact }: Fixture) => (artifact === undefined ? {} : { artifact });

const whitelistScene = (asset: AirdropAssetType, fixture: Fixture): ClosingScene => {
  const { fundWhitelist, rowsOf, draftClaim, TERMS } = forAList;
  const terms = { ...TERMS, asset, closable: END, owner, ...artifactOf(fixture) };
  const [first, second] = [fundWhitelist(terms, rowsOf(6), 0), fundWhitelist(terms, rowsOf(6), 1)];
  const done = { root: new LaneTree(TERMS.depth, []).root, lane: 2, claims: 6n };
  return {
    campaign: first.campaign,
    open: [first.lane, second.lane],
    done: fundLane(first.campaign, done, 5_000n, 5n),
    claim: draftClaim(first, 0),
    ...(fixture.closer && { closer: fixture.closer }),
  };
};

const publicScene = (asset: AirdropAssetType, fixture: Fixture): ClosingScene => {
  const { fundPublic, draftClaim, TERMS } = forEverybody;
  const terms = { ...TERMS, asset, closable: END, owner, ...artifactOf(fixture) };
  const lanes = [0, 1].map((number) => fundPublic(terms, { number }));
  const [first, second] = [at(lanes, 0), at(lanes, 1)];
  const done = { root: first.tree.root, lane: 1, claims: terms.quota };
  return {
    campaign: first.campaign,
    open: [first.lane, second.lane],
    done: fundLane(first.campaign, done, 8_000n, 5n),
    claim: draftClaim(first, recipient, { claimed: 0n }),
    ...(fixture.closer && { closer: fixture.closer }),
  };
};

export const sceneOf = (kind: Kind, asset: AirdropAssetType, fixture: Fixture = {}): ClosingScene =>
  (kind === 'whitelist' ? whitelistScene : publicScene)(asset, fixture);
