import { vaultSigningRequest } from '@weir/covenants';
import type { ProposalRecord } from '@weir/infra';
import { contractOf, sameState } from '../../shared/vaults/stored-vault.js';
import { assertSigner } from '../../shared/vaults/vault-access.js';
import { isBusy, syncVault, type SyncedVault } from '../chain/sync-vault.js';
import { assertStands } from '../grants/assert-stands.js';
import type { VaultContext } from '../vault-context.js';
import { buildProposal } from './build-proposal.js';
import { toBuilt, toStored } from './built-transaction.js';
import { redraftProposal } from './draft-proposal.js';
import { assertStatus, findProposal, loadProposal } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';

const ATTEMPTS = 5;

const assertOpen = (proposal: ProposalRecord): void =>
  assertStatus(proposal, ['PENDING', 'STALE'], 'only a PENDING proposal needs approvals');

/** Builds a stale proposal from what lies at the address now; undefined when others were faster. */
const rebuild = async (
  context: VaultContext,
  proposal: ProposalRecord,
  synced: SyncedVault,
): Promise<ProposalRecord | undefined> => {
  const { build, amountOf } = await redraftProposal(context, proposal, synced);
  const built = await buildProposal(context, build, synced);
  return context.vaults.withVault(synced.vault.id, async ({ vault, proposals }) => {
    const now = await proposals.get(proposal.id);
    if (!sameState(vault.state, synced.vault.state) || now.status !== 'STALE' || now.round !== proposal.round)
      return undefined;
    return proposals.rebuild(proposal.id, toStored(built), amountOf(built));
  });
};

/**
 * Returns the proposal for one signer to sign; a stale one is rebuilt first. For signers.
 *
 * @throws ServiceError WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const approveProposal = async (context: VaultContext, id: string, callerAddress: string) => {
  const seen = await loadProposal(context, id, callerAddress);
  assertSigner(seen, 'approve proposals');
  assertOpen(seen.proposal);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const synced = await syncVault(context, seen.vault.id);
    const found = await findProposal(context, id);
    assertOpen(found);
    const rebuilt = found.status === 'STALE';
    const proposal = rebuilt ? await rebuild(context, found, synced) : found;
    if (proposal === undefined) continue;
    if (!rebuilt) await assertStands(context, proposal, synced.vault);
    const built = toBuilt(proposal, contractOf(synced.vault, context.network));
    return {
      proposal: toProposalView(proposal, synced.vault, context.network),
      wcTransaction: vaultSigningRequest(built, seen.caller.hash),
      rebuilt,
    };
  }
  throw isBusy();
};
