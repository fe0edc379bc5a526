import { MAX_ANNOUNCED_PURSES } from '@weir/kinds';
import { beaconOutput } from '../../announcement/beacon.js';
import type { ChainTip, Network } from '../../chain/network.js';
import type { Party } from '../../chain/party.js';
import type { PlannedOutput } from '../../transaction/assemble.js';
import { encodePurseAnnouncement, type PurseAnnouncement } from '../purse-announcement.js';
import { createPurseContract, type PurseContract } from '../purse-contract.js';
import { findPayeesProblem, payeeListHash, type PurseTerms } from '../purse-terms.js';

/** A purse to be opened: its terms with the payees themselves, and what is put in. */
export interface PurseDraft extends Omit<PurseTerms, 'list'> {
  /** Locking bytecodes; none: anybody may be paid. */
  readonly payees: readonly Party[];
  /** Satoshis, or base units. */
  readonly amount: bigint;
  /** Satoshis beside tokens: {@link PURSE_RESERVE} by default. */
  readonly reserve?: bigint | undefined;
}

/** Satoshis that a payment of tokens takes at most: 1,000 of its output, and its fee. */
export const PURSE_TOKEN_SHARE = 2_400n;
/** Satoshis that stay in a purse of tokens. */
export const PURSE_TOKEN_FLOOR = 3_000n;
/** Satoshis beside the tokens of a new purse by default: twenty payments. */
export const PURSE_RESERVE = PURSE_TOKEN_FLOOR + 20n * PURSE_TOKEN_SHARE;
/** Least satoshis of a new purse of BCH: what stays, and a payment. */
export const MIN_PURSE_SATOSHIS = 10_000n;

/**
 * Returns the terms of a draft, its payees by their hash.
 *
 * @throws RangeError for a list of payees that breaks a rule (see `findPayeesProblem`)
 */
export const purseTermsOf = ({ payees, amount: _amount, reserve: _reserve, ...terms }: PurseDraft): PurseTerms => {
  const problem = findPayeesProblem(payees);
  if (problem !== undefined) throw new RangeError(`No purse has these payees: ${problem}`);
  return { ...terms, list: payeeListHash(payees) };
};

/**
 * Creates the contract of a purse to be opened.
 *
 * @throws RangeError for terms, payees or an amount that no purse may have
 */
export const createDraftedPurse = (draft: PurseDraft, network: Network): PurseContract => {
  const { asset, amount, reserve = PURSE_RESERVE } = draft;
  if (asset.type === 'BCH' ? amount < MIN_PURSE_SATOSHIS : amount < 1n)
    throw new RangeError(`A purse cannot be opened with ${amount} units`);
  if (asset.type !== 'BCH' && reserve < PURSE_TOKEN_FLOOR + PURSE_TOKEN_SHARE)
    throw new RangeError(`A purse of tokens cannot pay with a reserve of ${reserve} satoshis`);
  return createPurseContract(purseTermsOf(draft), network);
};

const outputOf = (draft: PurseDraft, network: Network): PlannedOutput => {
  const { lockingBytecode } = createDraftedPurse(draft, network);
  const { asset, amount, reserve = PURSE_RESERVE } = draft;
  return asset.type === 'BCH'
    ? { to: lockingBytecode, amount }
    : { to: lockingBytecode, amount: reserve, token: { category: asset.category, amount } };
};

/**
 * Returns the outputs that open purses of one treasury: the purses, then their announcement, by which `findPurses` finds them, and the
 * beacon, by which the chain lists them.
 *
 * @param drafts one or two, of the same signers and kind of asset
 * @param tip of the chain; undefined: without a beacon, so that only who knows the treasury finds them
 * @throws RangeError for drafts that cannot be announced together, or that no purse may have
 */
export const purseOutputs = (
  drafts: readonly PurseDraft[],
  network: Network,
  tip?: Pick<ChainTip, 'height'>,
): readonly PlannedOutput[] => {
  const [first] = drafts;
  if (first === undefined || drafts.length > MAX_ANNOUNCED_PURSES)
    throw new RangeError(`One or two purses are opened together, received ${drafts.length}`);
  const { asset, signers } = first;
  const key = (draft: PurseDraft): string => [draft.asset.type, ...draft.signers.map(String)].join();
  if (drafts.some((draft) => key(draft) !== key(first)))
    throw new RangeError('Purses that are opened together have the same signers and kind of asset');
  const announcement: PurseAnnouncement = { type: asset.type, signers, purses: drafts.map(purseTermsOf) };
  return [
    ...drafts.map((draft) => outputOf(draft, network)),
    { to: encodePurseAnnouncement(announcement), amount: 0n },
    ...(tip === undefined ? [] : [beaconOutput(createDraftedPurse(first, network).lockingBytecode, tip)]),
  ];
};
