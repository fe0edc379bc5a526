import { limitOf, withCursor } from '../../shared/paging.js';
import { loadVault } from '../../shared/vaults/vault-access.js';
import { syncForReading } from '../chain/sync-vault.js';
import type { VaultContext } from '../vault-context.js';
import type { ListProposalsQuery, ProposalView } from '../vaults.types.js';
import { findProposal, loadProposal } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';

/**
 * Lists a vault's proposals, the newest first, after syncing them with the chain.
 *
 * @throws ServiceError INVALID_CURSOR
 */
export const listProposals = async (
  context: VaultContext,
  vaultId: string,
  query: ListProposalsQuery,
  callerAddress: string,
) => {
  const seen = await loadVault(context, vaultId, callerAddress);
  const { vault } = await syncForReading(context, seen.vault);
  const { status, cursor } = query;
  const { rows, total, nextCursor } = await withCursor(() =>
    context.vaults.listProposals({ vaultId, status, cursor, limit: limitOf(query) }),
  );
  return { proposals: rows.map((proposal) => toProposalView(proposal, vault, context.network)), total, nextCursor };
};

/** Returns a proposal after syncing it with the chain. */
export const getProposal = async (context: VaultContext, id: string, callerAddress: string): Promise<ProposalView> => {
  const seen = await loadProposal(context, id, callerAddress);
  const { vault } = await syncForReading(context, seen.vault);
  return toProposalView(await findProposal(context, id), vault, context.network);
};
