import type { AirdropAssetType } from '../../src/index.js';
import { recipient } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { type Campaign, END } from './campaign.js';
import { type Form, VESTED } from './honest-spends.js';
import { LaneTree } from './lane-tree.js';
import * as forEverybody from './public.js';
import { fundLane, type Lane } from './state.js';
import * as forAList from './whitelist.js';

export type Kind = 'whitelist' | 'vested' | 'public';

/** Every kind of campaign, in each asset. */
export const KINDS = (['whitelist', 'vested', 'public'] as const).flatMap((kind) =>
  (['BCH', 'FUNGIBLE_TOKEN'] as const).map((asset) => [kind, asset] as const),
);

/** A campaign that may be closed from `END` on, and what its lanes and their claims look like. */
export interface ClosingScene {
  readonly campaign: Campaign;
  /** Two lanes with claims left. */
  readonly open: readonly [Lane, Lane];
  readonly done: Lane;
  /** A valid claim of the first lane, which the lane pays for. */
  readonly claim: Draft;
}

/** What a kind of list adds to the form of its campaign. */
export const formOf = (kind: Kind, form: Form): Form => (kind === 'vested' ? { ...form, ...VESTED } : form);

export const sceneOf = (kind: Kind, asset: AirdropAssetType, form: Form = {}): ClosingScene => {
  const more = { asset, closable: END };
  if (kind !== 'public') {
    const { fundWhitelist, rowsOf, draftClaim, TERMS } = forAList;
    const terms = { ...TERMS, ...more, ...formOf(kind, form) };
    const [first, second] = [fundWhitelist(terms, rowsOf(6), 0), fundWhitelist(terms, rowsOf(6), 1)];
    const { campaign } = first;
    const state = { root: new LaneTree(TERMS.depth, []).root, lane: 2, claims: 6n };
    const done = fundLane(campaign, state, 5_000n, 5n);
    return { campaign, open: [first.lane, second.lane], done, claim: draftClaim(first, 0) };
  }
  const { fundPublic, draftClaim, TERMS } = forEverybody;
  const terms = { ...TERMS, ...more, ...form };
  const [first, second] = [fundPublic(terms, { number: 0 }), fundPublic(terms, { number: 1 })];
  const { campaign } = first;
  const done = fundLane(campaign, { root: first.tree.root, lane: 1, claims: terms.quota }, 8_000n, 5n);
  const claim = draftClaim(first, recipient, { claimed: 0n });
  return { campaign, open: [first.lane, second.lane], done, claim };
};
