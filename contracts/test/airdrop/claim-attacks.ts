import { bigIntToVmNumber } from '@bitauth/libauth';
import type { AirdropAssetType } from '../../src/index.js';
import { at } from '../support/bytes.js';
import { outsider, recipient } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import { type Campaign, START } from './campaign.js';
import { companionRows } from './companion-rows.js';
import { withArguments } from './drafting.js';
import type { Owner } from './honest-spends.js';
import { countLeaf } from './lane-tree.js';
import * as forEverybody from './public.js';
import type { Kind } from './scenes.js';
import { draftSweep, strays } from './spends.js';
import { fundLane, type Lane, readState } from './state.js';
import * as forAList from './whitelist.js';

export type Row = readonly [name: string, draft: Draft];

const sweepRows = ({ campaign, lane }: { readonly campaign: Campaign; readonly lane: Lane }): readonly Row[] => [
  ['a stray swept by the outsider', draftSweep(campaign, [at(strays(campaign), 0)[1]], outsider)],
  ['a lane swept by the creator', draftSweep(campaign, [lane.state])],
];

const whitelistRows = (asset: AirdropAssetType, owner: Owner): readonly Row[] => {
  const { draftClaim, draftRow, fundWhitelist, rowsOf, TERMS } = forAList;
  const whitelist = fundWhitelist({ ...TERMS, asset, ...owner }, rowsOf(6));
  const [mine, proof] = [at(whitelist.rows, 1), whitelist.tree.proof(1)];
  const claim = draftClaim(whitelist, 0);
  return [
    ['a row of nobody’s list', draftRow(whitelist, { ...mine, amount: mine.amount + 1n }, proof)],
    ['a claim a second too early', draftClaim(whitelist, 0, { locktime: Number(START) - 1 })],
    ['another’s row signed by the outsider', draftClaim(whitelist, 0, { signer: outsider })],
    [
      'a signature of the outsider’s under the recipient’s key',
      signedFor(draftClaim(whitelist, 0, { signer: recipient })),
    ],
    [
      'a signature without a key',
      withArguments(claim, (args) => [new Uint8Array(), Uint8Array.of(1), ...args.slice(2)]),
    ],
    ...sweepRows(whitelist),
    ...companionRows(whitelist.lane),
  ];
};

const signedFor = (draft: Draft): Draft =>
  withArguments(draft, (args) => [recipient.publicKey, { signer: outsider }, ...args.slice(2)]);

const publicRows = (asset: AirdropAssetType, owner: Owner): readonly Row[] => {
  const { draftClaim, fundPublic, placeIn, TERMS } = forEverybody;
  const terms = { ...TERMS, asset, ...owner };
  const fresh = fundPublic(terms);
  const counted = fundPublic(terms);
  counted.tree.set(placeIn(fresh.campaign, recipient.hash), countLeaf(recipient.hash, terms.limit));
  const full = {
    ...counted,
    lane: fundLane(counted.campaign, { root: counted.tree.root, lane: 0, claims: 3n }, 5_000_000n, 5_000_000n),
  };
  const state = readState(fresh.lane.state.output);
  const over = { ...fresh, lane: fundLane(fresh.campaign, { ...state, claims: terms.quota }, 5_000_000n, 5_000_000n) };
  const away = { ...fresh, lane: fundLane(fresh.campaign, { ...state, lane: 1 }, 5_000_000n, 5_000_000n) };
  const claim = draftClaim(fresh, recipient, { claimed: 0n });
  return [
    ['a claim a second too early', draftClaim(fresh, recipient, { claimed: 0n, locktime: Number(START) - 1 })],
    ['a signature of the outsider’s under the recipient’s key', signedFor(claim)],
    ['a claim beyond the limit', draftClaim(full, recipient, { claimed: terms.limit })],
    ['a claim beyond the quota', draftClaim(over, recipient, { claimed: 0n })],
    ['a claim of another lane', draftClaim(away, recipient, { claimed: 0n })],
    ['a claim of a leaf that is not there', draftClaim(fresh, recipient, { claimed: 1n })],
    [
      'a count below nothing',
      withArguments(claim, ([key, signature, , ...siblings]) => [
        key ?? new Uint8Array(),
        signature ?? new Uint8Array(),
        bigIntToVmNumber(-1n),
        ...siblings,
      ]),
    ],
    ...sweepRows(fresh),
    ...companionRows(fresh.lane),
  ];
};

/** Claims and sweeps beyond what lists, counts and dates allow. */
export const proofAttacks = (kind: Kind, asset: AirdropAssetType, owner: Owner): readonly Row[] =>
  (kind === 'whitelist' ? whitelistRows : publicRows)(asset, owner);
