import { bigIntToVmNumber, encodeLockingBytecodeP2sh20, hash160 } from '@bitauth/libauth';
import type { AirdropAssetType } from '../../src/index.js';
import { changeAmount, changeInput, changeOutput, changeValue } from '../attacks/mutations.js';
import type { Token } from '../attacks/tokens.js';
import { lockingBytecodeOf, type LockTerms, scriptOfLock } from '../lock/lock.js';
import { tokenCoin } from '../lock/rule-rows.js';
import { at } from '../support/bytes.js';
import { outsider, recipient } from '../support/parties.js';
import type { Draft } from '../support/transaction.js';
import type { Argument } from '../support/unlocking.js';
import { type Campaign, lockTerms, type PublicTerms, START } from './campaign.js';
import { draftEnd } from './closer.js';
import { companionRows } from './companion-rows.js';
import { draftClose, withArguments } from './drafting.js';
import type { Form } from './honest-spends.js';
import { countLeaf, emptyOf } from './lane-tree.js';
import * as forEverybody from './public.js';
import { formOf, type Kind } from './scenes.js';
import { draftSweep, strays } from './spends.js';
import { fundLane, type Lane, readState } from './state.js';
import * as forAList from './whitelist.js';

export type Row = readonly [name: string, draft: Draft];

const sweepRows = ({ campaign, lane }: { readonly campaign: Campaign; readonly lane: Lane }): readonly Row[] => [
  ['a stray swept by the outsider', draftSweep(campaign, [at(strays(campaign), 0)[1]], outsider)],
  ['a lane swept by the creator', draftSweep(campaign, [lane.state])],
];

/** Ends of lanes by nobody whose root has no row, as a creator may fund them. Only the root of the lane's own depth ends it. */
const endRows = ({ campaign, lane }: { readonly campaign: Campaign; readonly lane: Lane }): readonly Row[] => {
  const { owner, depth } = campaign.terms;
  const held = lane.companion?.output.token?.amount ?? 0n;
  return [0, 1, 2, 4, 20, 64]
    .filter((other) => other !== depth)
    .map((other) => {
      const state = { ...readState(lane.state.output), root: emptyOf(other) };
      const emptied = fundLane(campaign, state, lane.state.output.valueSatoshis, held);
      const end = owner === undefined ? draftClose(campaign, emptied, 'nobody', 0) : draftEnd(campaign, emptied);
      return [`an end by the root of an empty tree of depth ${other}`, end];
    });
};

const whitelistRows = (asset: AirdropAssetType, form: Form): readonly Row[] => {
  const { draftClaim, draftRow, fundWhitelist, rowsOf, TERMS } = forAList;
  const whitelist = fundWhitelist({ ...TERMS, asset, ...form }, rowsOf(6));
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
    [
      'a byte behind the siblings',
      withArguments(claim, (args) => [...args.slice(0, -1), Uint8Array.of(...bytesOf(args.at(-1)), 0)]),
    ],
    ...endRows(whitelist),
    ...vestedRows(asset, form),
    ...sweepRows(whitelist),
    ...companionRows(whitelist.lane),
  ];
};

/** Claims of a vested list that pay something else than the row's lock. */
const vestedRows = (asset: AirdropAssetType, form: Form): readonly Row[] => {
  const { draftClaim, fundWhitelist, rowsOf, TERMS } = forAList;
  if (form.vested === undefined) return [];
  const whitelist = fundWhitelist({ ...TERMS, asset, ...form }, rowsOf(6));
  const { campaign } = whitelist;
  const [claim, row] = [draftClaim(whitelist, 0), at(whitelist.rows, 0)];
  const paid = asset === 'BCH' ? 1 : 2;
  const to = (what: string, lockingBytecode: Uint8Array): Row => [
    `a claim to ${what}`,
    changeOutput(claim, paid, (output) => ({ ...output, lockingBytecode })),
  ];
  const mine = lockTerms(campaign.terms, form.vested, row.recipient, row.amount);
  const script = scriptOfLock(mine);
  const others: readonly (readonly [string, Partial<LockTerms>])[] = [
    ['of the outsider', { recipient: outsider.lockingBytecode }],
    ['of the key hash', { recipient: recipient.hash }],
    ['of half the amount', { total: row.amount / 2n }],
    ['of one unit', { total: 1n }],
    ['without a cliff', { cliff: mine.start }],
    ['of a single step', { steps: 1n }],
    ['that started earlier', { start: mine.start - 31_536_000n }],
    ['of longer steps', { step: 2n }],
    ['of the other asset', { asset: asset === 'BCH' ? 'FUNGIBLE_TOKEN' : 'BCH' }],
  ];
  const other = fundWhitelist({ ...TERMS, asset, ...form, vested: { ...form.vested, steps: 1n } }, rowsOf(6));
  return [
    to('the recipient', recipient.lockingBytecode),
    ...others.map(([what, terms]) => to(`a lock ${what}`, lockingBytecodeOf({ ...mine, ...terms }))),
    to('the hash of the lock in 20 bytes', encodeLockingBytecodeP2sh20(hash160(script))),
    to('the script of the lock itself', script),
    [
      'a claim by a lane’s script with other terms',
      changeInput(draftClaim(other, 0), 0, (input) => ({ ...input, coin: at(claim.inputs, 0).coin })),
    ],
    ['a lock that holds less', changeValue(claim, paid, -1n)],
    ...(asset === 'BCH'
      ? []
      : [['a lock that holds fewer tokens', changeAmount(claim, paid, -1n)] as const, ...hungOnLock(claim, paid)]),
  ];
};

/** NFTs that the token's issuer hangs on the lock that a claim pays. */
const hungOnLock = (claim: Draft, paid: number): readonly Row[] => {
  const { category, amount } = at(claim.outputs, paid).token ?? { category: new Uint8Array(32), amount: 0n };
  const baton = { capability: 'minting', commitment: new Uint8Array() } as const;
  const issuer = tokenCoin('the issuer’s baton', { category, amount: 0n, nft: baton });
  const hung = (nft: NonNullable<Token['nft']>): Draft => ({
    ...changeOutput(claim, paid, (output) => ({ ...output, token: { category, amount, nft } })),
    inputs: [...claim.inputs, issuer],
  });
  return [
    ['a marked NFT of the issuer on a claim’s lock', hung({ capability: 'none', commitment: Uint8Array.of(1) })],
    ['a mutable NFT of the issuer on a claim’s lock', hung({ ...baton, capability: 'mutable' })],
    ['a minting NFT of the issuer on a claim’s lock', hung(baton)],
  ];
};

const bytesOf = (argument: Argument | undefined): Uint8Array =>
  argument instanceof Uint8Array ? argument : new Uint8Array();

const signedFor = (draft: Draft): Draft =>
  withArguments(draft, (args) => [recipient.publicKey, { signer: outsider }, ...args.slice(2)]);

const publicRows = (asset: AirdropAssetType, form: Form): readonly Row[] => {
  const { draftClaim, fundPublic, placeIn, TERMS } = forEverybody;
  const terms = { ...TERMS, asset, ...form };
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
    ['a count below nothing', withArguments(claim, (args) => args.with(2, bigIntToVmNumber(-1n)))],
    ...formRows(terms),
    ...sweepRows(fresh),
    ...companionRows(fresh.lane),
  ];
};

/** Other forms of a claim that somebody signed: of one whose leaf's sibling is given. */
const formRows = (terms: PublicTerms): readonly Row[] => {
  const { draftClaim, fundPublic, placeIn } = forEverybody;
  const scene = fundPublic(terms);
  scene.tree.set(placeIn(scene.campaign, recipient.hash) ^ 1n, countLeaf(outsider.hash, 1n));
  const beside = { ...fundPublic(terms, { tree: scene.tree, claims: 1n }) };
  const claim = draftClaim(beside, recipient, { claimed: 0n });
  const [map, proof] = [3, 4];
  const inMap = (change: (map: bigint) => bigint): Draft =>
    withArguments(claim, (args) => args.with(map, bigIntToVmNumber(change(1n))));
  const inProof = (change: (proof: Uint8Array) => Uint8Array): Draft =>
    withArguments(claim, (args) => args.with(proof, change(bytesOf(args[proof]))));
  return [
    ['a map below nothing', inMap((given) => -given)],
    ['a bit above the levels of the map', inMap((given) => given + (1n << BigInt(terms.depth)))],
    [
      'the node of an empty subtree, given',
      withArguments(claim, (args) => [
        ...args.slice(0, map),
        bigIntToVmNumber(3n),
        Uint8Array.of(...emptyOf(1), ...bytesOf(args[proof]).slice(32)),
      ]),
    ],
    ['a zero more before the siblings', inProof((given) => Uint8Array.of(0, ...given))],
    ['a one among the zeros', inProof((given) => Uint8Array.of(1, ...given.slice(1)))],
  ];
};

/** Claims and sweeps beyond what lists, counts and dates allow. */
export const proofAttacks = (kind: Kind, asset: AirdropAssetType, form: Form): readonly Row[] =>
  (kind === 'public' ? publicRows : whitelistRows)(asset, formOf(kind, form));
