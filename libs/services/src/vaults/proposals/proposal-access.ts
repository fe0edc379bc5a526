import type { ProposalRecord, VaultRecord } from '@weir/infra';
import { limitOf, withCursor } from '../../shared/paging.js';
import { type Caller, callerParties, type Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { loadToRead, loadVault, type SeenVault, strongest } from '../../shared/vaults/vault-access.js';
import { isOpen } from '../chain/check-proposals.js';
import { followForReading } from '../chain/follow-vault.js';
import type { VaultContext } from '../vault-context.js';
import type { ListProposalsQuery } from '../vaults.types.js';
import { toProposalView } from './proposal-view.js';
import { signableOf } from './signable-proposal.js';

/**
 * Lists a vault's proposals, the newest first, after syncing them with the chain.
 *
 * @throws ServiceError INVALID_CURSOR
 */
export const listProposals = async (
  context: VaultContext,
  vaultId: string,
  query: ListProposalsQuery,
  caller: Caller | undefined,
) => {
  const seen = await loadToRead(context, vaultId, caller);
  const { vault } = await followForReading(context, seen.vault);
  const { status, cursor } = query;
  const { rows, total, nextCursor } = await withCursor(() =>
    context.vaults.listProposals({ vaultId, status, cursor, limit: limitOf(query) }),
  );
  return { proposals: rows.map((proposal) => toProposalView(proposal, vault, context.network)), total, nextCursor };
};

/** Returns a proposal after syncing it with the chain. */
export const getProposal = async (context: VaultContext, id: string, caller: Caller | undefined) => {
  const proposal = await findProposal(context, id);
  const seen =
    (await asRecoveryParty(context, proposal, caller)) ?? (await loadToRead(context, proposal.vaultId, caller));
  const { vault } = await followForReading(context, seen.vault);
  return toProposalView(await findProposal(context, id), vault, context.network);
};

export interface SeenProposal extends SeenVault {
  readonly proposal: ProposalRecord;
}

/**
 * Loads a stored proposal.
 *
 * @throws ServiceError NOT_FOUND
 */
export const findProposal = async ({ vaults }: Pick<VaultContext, 'vaults'>, id: string): Promise<ProposalRecord> => {
  const proposal = await vaults.findProposal(id);
  if (proposal === undefined) throw new ServiceError('NOT_FOUND', 'There is no proposal with this id', { id });
  return proposal;
};

/**
 * Loads the stored proposal with this id, for a viewer who may see its vault.
 *
 * @throws ServiceError NOT_FOUND, FORBIDDEN
 */
export const loadProposal = async (context: VaultContext, id: string, caller: Caller): Promise<SeenProposal> => {
  const proposal = await findProposal(context, id);
  const seen =
    (await asRecoveryParty(context, proposal, caller)) ?? (await loadVault(context, proposal.vaultId, caller));
  return { ...seen, proposal };
};

/** Returns a roster as those see it who sign the end of its recovery: they are not its members yet. Undefined for all others. */
const seenByParty = (
  { network }: Pick<VaultContext, 'network'>,
  proposal: ProposalRecord,
  vault: VaultRecord,
  callers: readonly Party[],
): SeenVault | undefined => {
  const [party] = proposal.kind === 'recovery' ? signableOf(proposal, vault, network).partiesAmong(callers) : [];
  return party && { vault, caller: party, callers };
};

/** Returns the roster of a proposal that ends its recovery as those see it who sign it. Undefined for all other callers and proposals. */
const asRecoveryParty = async (
  context: VaultContext,
  proposal: ProposalRecord,
  caller: Caller | undefined,
): Promise<SeenVault | undefined> => {
  if (proposal.kind !== 'recovery' || caller === undefined) return undefined;
  const vault = await context.vaults.findById(proposal.vaultId);
  return vault && seenByParty(context, proposal, vault, callerParties(caller, context.network));
};

/**
 * Returns a private roster as the new signers of an open proposal see it that ends its recovery. Undefined for those who may see it
 * anyway, and for all others.
 */
export const asNextSigner = async (
  context: VaultContext,
  vault: VaultRecord | undefined,
  caller: Caller | undefined,
): Promise<SeenVault | undefined> => {
  if (vault === undefined || vault.roster === null || caller === undefined) return undefined;
  const callers = callerParties(caller, context.network);
  if (strongest(vault, callers) !== undefined) return undefined;
  const open = (await context.vaults.unsettledProposals(vault.id)).filter(isOpen);
  return open.map((proposal) => seenByParty(context, proposal, vault, callers)).find((seen) => seen !== undefined);
};

/** Makes the refusal of a step on a proposal that lost its coins. */
export const stale = ({ proposalId, round }: ProposalRecord): ServiceError =>
  new ServiceError(
    'PROPOSAL_STALE',
    'The coins of this proposal were spent by another transaction. Approve it again, which rebuilds it; all signatures are needed again',
    {
      status: 'STALE',
      proposalId,
      round,
    },
  );

/**
 * Checks that a proposal is in one of the given states.
 *
 * @throws ServiceError PROPOSAL_STALE, WRONG_STATE unless the proposal is in one of these states
 */
export const assertStatus = (proposal: ProposalRecord, allowed: readonly ProposalRecord['status'][], what: string) => {
  const { status, execution } = proposal;
  if (allowed.includes(status)) return;
  if (status === 'STALE') throw stale(proposal);
  throw new ServiceError('WRONG_STATE', `The proposal is ${status}; ${what}`, {
    status,
    ...(execution !== null && { txHash: execution.txHash }),
  });
};
