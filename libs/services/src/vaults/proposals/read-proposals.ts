import { limitOf, withCursor } from '../../shared/paging.js';
import { syncForReading } from '../chain/sync-vault.js';
import { loadVault } from '../vault-access.js';
import type { VaultContext } from '../vault-context.js';
import type { ListProposalsQuery, ProposalsPage, ProposalView } from '../vaults.types.js';
import { findProposal, loadProposal } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';

/**
 * Lists a vault's proposals, the newest first, after syncing them with the chain. See {@link VaultsService.proposals}.
 */
export const listProposals = async (
  vaultId: string,
  query: ListProposalsQuery,
  callerAddress: string,
  context: VaultContext,
): Promise<ProposalsPage> => {
  const seen = await loadVault(vaultId, callerAddress, context);
  const { vault } = await syncForReading(seen.vault, context);
  const { status, cursor } = query;
  const { rows, total, nextCursor } = await withCursor(() =>
    context.vaults.listProposals({ vaultId, status, cursor, limit: limitOf(query) }),
  );
  return { proposals: rows.map((proposal) => toProposalView(proposal, vault, context.network)), total, nextCursor };
};

/** Returns a proposal after syncing it with the chain. See {@link VaultsService.proposal}. */
export const getProposal = async (id: string, callerAddress: string, context: VaultContext): Promise<ProposalView> => {
  const seen = await loadProposal(id, callerAddress, context);
  const { vault } = await syncForReading(seen.vault, context);
  return toProposalView(await findProposal(id, context), vault, context.network);
};
