import { bigIntToVmNumber, flattenBinArray } from '@bitauth/libauth';
import { at, named32 } from '../support/bytes.js';
import { outsider, type Party, recipient } from '../support/parties.js';
import type { Draft, DraftInput } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';
import { type Campaign, type CampaignTerms, createWhitelist, FIRST_TIME, START } from './campaign.js';
import { draftPayment } from './drafting.js';
import { type LaneProof, LaneTree, leafOf, MARKER, proofOfDepth, rootAbove } from './lane-tree.js';
import { fundLane, type Lane } from './state.js';

export interface Row {
  readonly recipient: Uint8Array;
  readonly amount: bigint;
}

/** A lane's rows, its tree and its coins as funded. */
export interface WhitelistLane {
  readonly campaign: Campaign;
  readonly rows: readonly Row[];
  readonly tree: LaneTree;
  readonly lane: Lane;
}

export const TERMS: CampaignTerms = {
  asset: 'BCH',
  depth: 3,
  start: START,
  closable: FIRST_TIME,
  sponsored: true,
  nonce: 'whitelist-nonce-',
};

/** Whom nobody has the key of. */
export const somebody = (index: number): Uint8Array => named32(`row ${index}`).slice(0, 20);

/** Rows of which the first two are the recipient's and the outsider's. */
export const rowsOf = (count: number, amount = 100_000n): Row[] =>
  Array.from({ length: count }, (_, i) => ({
    recipient: at([recipient.hash, outsider.hash, somebody(i)], Math.min(i, 2)),
    amount: amount + BigInt(i),
  }));

/** Satoshis a lane is funded with beyond what its rows get. */
export const reserveOf = ({ fee, closeFee }: Campaign, rows: number): bigint => BigInt(rows) * fee + closeFee + 1_000n;

const sum = (rows: readonly Row[]): bigint => rows.reduce((total, { amount }) => total + amount, 0n);

export const fundWhitelist = (terms: CampaignTerms, rows: readonly Row[], number = 0): WhitelistLane => {
  const campaign = createWhitelist(terms);
  const tree = new LaneTree(
    terms.depth,
    rows.map(({ recipient: hash, amount }) => leafOf(hash, amount)),
  );
  const inBch = terms.asset === 'BCH' ? sum(rows) : 0n;
  const state = { root: tree.root, lane: number, claims: 0n };
  return { campaign, rows, tree, lane: fundLane(campaign, state, inBch + reserveOf(campaign, rows.length), sum(rows)) };
};

/** Sides and siblings as a claim's arguments. */
export const proofArguments = ({ siblings, sides }: LaneProof): Argument[] => [
  bigIntToVmNumber(sides.reduce((path, side, level) => path + (BigInt(side) << BigInt(level)), 0n)),
  flattenBinArray([...siblings]),
];

export interface ClaimOptions {
  readonly signer?: Party;
  readonly purse?: DraftInput | undefined;
  readonly locktime?: number;
}

/** The claim of a row by a proof. */
export const draftRow = (
  { campaign, lane }: Pick<WhitelistLane, 'campaign' | 'lane'>,
  row: Row,
  proof: LaneProof,
  { signer, purse, locktime = Number(START) }: ClaimOptions = {},
): Draft => {
  const signed: readonly Argument[] =
    signer === undefined ? [new Uint8Array(), new Uint8Array()] : [signer.publicKey, { signer }];
  const args = [...signed, row.recipient, bigIntToVmNumber(row.amount), ...proofArguments(proof)];
  return draftPayment({ campaign, lane, ...row, args, root: rootAbove(MARKER, proof), locktime, purse });
};

/** The claim of a row of the present tree. */
export const draftClaim = (whitelist: WhitelistLane, index: number, options: ClaimOptions = {}): Draft =>
  draftRow(whitelist, at(whitelist.rows, index), whitelist.tree.proof(index), options);

/** A lane of any depth with one known row; the rest of its tree is made up. */
export const fundRow = (terms: CampaignTerms, row: Row, tokens = row.amount) => {
  const campaign = createWhitelist(terms);
  const proof = proofOfDepth(terms.depth);
  const state = { root: rootAbove(leafOf(row.recipient, row.amount), proof), lane: 0, claims: 0n };
  const value = reserveOf(campaign, 1) + (terms.asset === 'BCH' ? row.amount : 0n);
  return { campaign, proof, lane: fundLane(campaign, state, value, tokens) };
};
