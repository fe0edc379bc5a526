import { vaultSigningRequest } from '@weir/covenants';
import type { ProposalRecord } from '@weir/infra';
import { isBusy, syncVault, type SyncedVault } from '../chain/sync-vault.js';
import { assertStands } from '../grants/assert-stands.js';
import { contractOf, sameState } from '../stored-vault.js';
import { assertSigner } from '../vault-access.js';
import type { VaultContext } from '../vault-context.js';
import type { ApprovalRequest } from '../vaults.types.js';
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
  proposal: ProposalRecord,
  synced: SyncedVault,
  context: VaultContext,
): Promise<ProposalRecord | undefined> => {
  const { build, amountOf } = await redraftProposal(proposal, synced, context);
  const built = await buildProposal(build, synced, context);
  return context.vaults.withVault(synced.vault.id, async ({ vault, proposals }) => {
    const now = await proposals.get(proposal.id);
    if (!sameState(vault.state, synced.vault.state) || now.status !== 'STALE' || now.round !== proposal.round)
      return undefined;
    return proposals.rebuild(proposal.id, toStored(built), amountOf(built));
  });
};

/** Returns the proposal for one signer to sign; a stale one is rebuilt first. See {@link VaultsService.approve}. */
export const approveProposal = async (
  id: string,
  callerAddress: string,
  context: VaultContext,
): Promise<ApprovalRequest> => {
  const seen = await loadProposal(id, callerAddress, context);
  assertSigner(seen, 'approve proposals');
  assertOpen(seen.proposal);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const synced = await syncVault(seen.vault.id, context);
    const found = await findProposal(id, context);
    assertOpen(found);
    const rebuilt = found.status === 'STALE';
    const proposal = rebuilt ? await rebuild(found, synced, context) : found;
    if (proposal === undefined) continue;
    if (!rebuilt) await assertStands(proposal, synced.vault, context);
    const built = toBuilt(proposal, contractOf(synced.vault, context.network));
    return {
      proposal: toProposalView(proposal, synced.vault, context.network),
      wcTransaction: vaultSigningRequest(built, seen.caller.hash),
      rebuilt,
    };
  }
  throw isBusy();
};
