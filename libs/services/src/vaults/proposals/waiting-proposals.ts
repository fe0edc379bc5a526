import { limitOf, type Page, withCursor } from '../../shared/paging.js';
import { type Caller, callerHashes } from '../../shared/parties.js';
import type { VaultContext } from '../vault-context.js';
import { toProposalView } from './proposal-view.js';

/**
 * Lists the proposals that wait for the caller, of all vaults that they sign for, the newest first: for their signature, or, once
 * approved, for anybody's who sends it. As recorded, without a look at the chain, which would be one for each vault.
 *
 * @throws ServiceError INVALID_CURSOR
 */
export const waitingProposals = async ({ vaults, network }: VaultContext, page: Page, caller: Caller) => {
  const hashes = callerHashes(caller, network);
  const { rows, nextCursor } = await withCursor(() =>
    vaults.waitingFor({ hashes, limit: limitOf(page), cursor: page.cursor }),
  );
  return {
    proposals: rows.map(({ proposal, vault }) => ({
      vaultName: vault.name,
      waitsFor: proposal.status === 'APPROVED' ? ('execution' as const) : ('signature' as const),
      ...toProposalView(proposal, vault, network),
    })),
    nextCursor,
  };
};
