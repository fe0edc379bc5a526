import type { ProposalRecord } from '@weir/infra';
import type { SyncedVault } from '../chain/sync-vault.js';
import { draftAirdropClose, draftAirdropOpening } from '../grants/draft-airdrop.js';
import { draftMoves } from '../grants/draft-moves.js';
import { draftOpening } from '../grants/draft-opening.js';
import type { ProposalDraft } from '../grants/grant-draft.js';
import { isGrantKind, isOpeningKind, parseGrant, type GrantKind } from '../grants/grant-request.js';
import type { PreviousBuild } from '../grants/movable-rows.js';
import type { VaultContext } from '../vault-context.js';
import type { ProposeInput } from '../vaults.types.js';
import { buildPayout, type PayoutTerms } from './build-proposal.js';
import { builtCoins } from './built-transaction.js';
import { parsePayoutRequest } from './proposal-terms.js';

const draftPayout = (terms: PayoutTerms & { readonly recipient: string }): ProposalDraft => {
  const { amount, ...rest } = terms;
  return {
    terms: { ...rest, subjects: [] },
    build: (contract, holdings, options) => buildPayout(contract, terms, holdings, options),
    // A close pays what there is.
    amountOf: ({ outputs }) => (terms.kind === 'close' ? (outputs[0]?.amount ?? 0n) : amount),
  };
};

const draftGrant = (
  context: VaultContext,
  kind: GrantKind,
  subjects: ProposalRecord['subjects'],
  { vault }: SyncedVault,
  previous?: PreviousBuild,
): Promise<ProposalDraft> => {
  const [subject] = subjects;
  if (subject === undefined) throw new Error(`A proposal of kind ${kind} names no record`);
  if (subject.type === 'airdrop')
    return isOpeningKind(kind)
      ? draftAirdropOpening(context, subject, vault)
      : draftAirdropClose(context, subject, vault);
  if (kind === 'airdrop') throw new Error('An airdrop is opened by its own id');
  return isOpeningKind(kind)
    ? draftOpening(context, kind, subject, vault)
    : draftMoves(context, kind, subjects, vault, previous);
};

/**
 * Checks a request by itself, without the chain.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_AMOUNT
 */
export const checkRequest = ({ network }: VaultContext, input: ProposeInput): void => {
  const { kind = 'spend', outpoint } = input;
  if (isGrantKind(kind)) parseGrant(kind, input);
  // A whole coin is looked up among those that are there.
  else if (outpoint === undefined) parsePayoutRequest(kind, input, [], network);
};

/**
 * Drafts the proposal that a client asks for.
 *
 * @throws ServiceError INVALID_REQUEST, INVALID_ADDRESS, INVALID_AMOUNT, NOT_FOUND, FORBIDDEN, WRONG_STATE, RECORD_EXPIRED,
 * NOTICE_NOT_OVER, CHAIN_UNAVAILABLE
 */
export const draftProposal = async (
  context: VaultContext,
  input: ProposeInput,
  synced: SyncedVault,
): Promise<ProposalDraft> => {
  const { kind = 'spend' } = input;
  return isGrantKind(kind)
    ? draftGrant(context, kind, parseGrant(kind, input), synced)
    : draftPayout(parsePayoutRequest(kind, input, synced.coins, context.network));
};

/** Drafts a stored proposal again, to be rebuilt. */
export const redraftProposal = async (
  context: VaultContext,
  proposal: ProposalRecord,
  synced: SyncedVault,
): Promise<ProposalDraft> => {
  const { kind, subjects, round } = proposal;
  return isGrantKind(kind)
    ? draftGrant(context, kind, subjects, synced, { round, coins: builtCoins(proposal) })
    : draftPayout({ ...proposal, kind });
};
