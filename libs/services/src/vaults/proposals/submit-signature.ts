import { binToHex } from '@bitauth/libauth';
import type { ErrorCode } from '@weir/api-contract/words';
import { readVaultSignature, type VaultSignatureProblem } from '@weir/covenants';
import type { ProposalRecord } from '@weir/infra';
import { ServiceError } from '../../shared/service-error.js';
import { contractOf } from '../../shared/vaults/stored-vault.js';
import { assertSigner } from '../../shared/vaults/vault-access.js';
import { syncForReading } from '../chain/sync-vault.js';
import type { VaultContext } from '../vault-context.js';
import { APPROVAL_THRESHOLD } from '../vault-view.js';
import type { ProposalView } from '../vaults.types.js';
import { toBuilt } from './built-transaction.js';
import { assertStatus, findProposal, loadProposal, stale, type SeenProposal } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';

const REFUSALS: Readonly<Record<VaultSignatureProblem, readonly [ErrorCode, string]>> = {
  NOT_A_SIGNER: ['FORBIDDEN', 'The caller is no signer of the vault'],
  MALFORMED: ['INVALID_REQUEST', 'signedTransaction must be the transaction as the wallet returned it, encoded as hex'],
  OTHER_TRANSACTION: [
    'TX_MISMATCH',
    'This is another transaction than the proposal has now: it was changed, or the proposal was built anew. Approve again, and sign that',
  ],
  NOT_SIGNED: ['PROPOSAL_SIGNATURE_INVALID', 'The wallet returned the transaction without signing it'],
  OTHER_KEY: [
    'PROPOSAL_SIGNATURE_INVALID',
    "The wallet signed with another key than the caller's: choose the account that is a signer of the vault",
  ],
  WRONG_SIGHASH_TYPE: [
    'PROPOSAL_SIGNATURE_INVALID',
    'The signature must cover all inputs and outputs (SIGHASH ALL|FORKID, with or without UTXOS)',
  ],
  INVALID_SIGNATURE: ['PROPOSAL_SIGNATURE_INVALID', 'The signature does not fit this proposal and key'],
};

const assertSignable = (proposal: ProposalRecord): void =>
  assertStatus(proposal, ['PENDING', 'APPROVED'], 'it takes no signatures');

/** The caller's signature in a transaction, proven good. */
const readSignature = (
  { network }: VaultContext,
  proposal: ProposalRecord,
  { vault, caller }: SeenProposal,
  signedTransaction: string,
): string => {
  const read = readVaultSignature(toBuilt(proposal, contractOf(vault, network)), caller.hash, signedTransaction);
  if (read.ok) return binToHex(read.signature.signature);
  const [code, message] = REFUSALS[read.problem];
  throw new ServiceError(code, message, { field: 'signedTransaction', problem: read.problem });
};

/**
 * Verifies and stores a signer's signature; with the second one the proposal is APPROVED. For signers.
 *
 * @throws ServiceError INVALID_REQUEST, WRONG_STATE, PROPOSAL_STALE, TX_MISMATCH, PROPOSAL_SIGNATURE_INVALID
 */
export const submitSignature = async (
  context: VaultContext,
  id: string,
  signedTransaction: string,
  callerAddress: string,
): Promise<ProposalView> => {
  const seen = await loadProposal(context, id, callerAddress);
  assertSigner(seen, 'sign proposals');
  assertSignable(seen.proposal);
  await syncForReading(context, seen.vault);
  const verified = await findProposal(context, id);
  assertSignable(verified);
  const signature = readSignature(context, verified, seen, signedTransaction);
  const signed = await context.vaults.withVault(seen.vault.id, async ({ proposals }) => {
    const proposal = await proposals.get(id);
    assertSignable(proposal);
    if (proposal.round !== verified.round) throw stale(proposal);
    const voted = await proposals.sign(proposal, seen.caller.hashHex, signature);
    return voted.status === 'PENDING' && voted.signatures.length >= APPROVAL_THRESHOLD
      ? proposals.settle(id, 'APPROVED')
      : voted;
  });
  return toProposalView(signed, seen.vault, context.network);
};
