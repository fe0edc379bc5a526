import { binToHex } from '@bitauth/libauth';
import type { ErrorCode } from '@weir/api-contract/words';
import { readVaultSignature, type VaultSignatureProblem, vaultSigningRequest } from '@weir/covenants';
import type { ProposalRecord } from '@weir/infra';
import type { Caller, Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { contractOf, sameState } from '../../shared/vaults/stored-vault.js';
import { asSigner, signersAmong } from '../../shared/vaults/vault-access.js';
import { toBuilt, toStored } from '../built-transaction.js';
import { isBusy, type FollowedVault, followForReading, followVault } from '../chain/follow-vault.js';
import { assertUnopened } from '../grants/assert-unopened.js';
import type { VaultContext } from '../vault-context.js';
import { APPROVAL_THRESHOLD } from '../vault-view.js';
import { buildProposal } from './build-proposal.js';
import { redraftProposal } from './draft-proposal.js';
import { assertStatus, findProposal, loadProposal, type SeenProposal, stale } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';

const REFUSALS: Readonly<Record<VaultSignatureProblem, readonly [ErrorCode, string]>> = {
  NOT_A_SIGNER: ['FORBIDDEN', 'The caller is not a signer of the vault'],
  MALFORMED: ['INVALID_REQUEST', 'signedTransaction must be the transaction as the wallet returned it, encoded as hex'],
  OTHER_TRANSACTION: [
    'TX_MISMATCH',
    'This is not the current transaction of the proposal: it was changed, or the proposal was rebuilt. Approve again and sign the new one',
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
  INVALID_SIGNATURE: ['PROPOSAL_SIGNATURE_INVALID', 'The signature does not match this proposal and key'],
};

const assertSignable = (proposal: ProposalRecord): void =>
  assertStatus(proposal, ['PENDING', 'APPROVED'], 'it takes no signatures');

/** The caller's signature in a transaction, proven good, and who of them made it. */
const readSignature = (
  { network }: VaultContext,
  proposal: ProposalRecord,
  seen: SeenProposal,
  signedTransaction: string,
): { readonly signer: Party; readonly signature: string } => {
  const built = toBuilt(proposal, contractOf(seen.vault, network));
  const signers = signersAmong(seen);
  const readings = signers.map((signer) => ({
    signer,
    read: readVaultSignature(built, signer.hash, signedTransaction),
  }));
  for (const { signer, read } of readings)
    if (read.ok) return { signer, signature: binToHex(read.signature.signature) };
  const [refusal] = readings.flatMap(({ read }) => (read.ok ? [] : [read]));
  const read = refusal ?? { problem: 'NOT_A_SIGNER' };
  const [code, message] = REFUSALS[read.problem];
  throw new ServiceError(code, message, { field: 'signedTransaction', problem: read.problem });
};

/**
 * Verifies and stores a signer's signature; with the second one the proposal is APPROVED. For signers.
 *
 * @throws ServiceError INVALID_REQUEST, WRONG_STATE, PROPOSAL_STALE, TX_MISMATCH, PROPOSAL_SIGNATURE_INVALID
 */
export const submitSignature = async (context: VaultContext, id: string, signedTransaction: string, caller: Caller) => {
  const seen = await loadProposal(context, id, caller);
  asSigner(seen, 'sign proposals');
  assertSignable(seen.proposal);
  await followForReading(context, seen.vault);
  const verified = await findProposal(context, id);
  assertSignable(verified);
  const { signer, signature } = readSignature(context, verified, seen, signedTransaction);
  const signed = await context.vaults.withVault(seen.vault.id, async ({ proposals }) => {
    const proposal = await proposals.get(id);
    assertSignable(proposal);
    if (proposal.round !== verified.round) throw stale(proposal);
    const voted = await proposals.sign(proposal, signer.hashHex, signature);
    return voted.status === 'PENDING' && voted.signatures.length >= APPROVAL_THRESHOLD
      ? proposals.settle(id, 'APPROVED')
      : voted;
  });
  return toProposalView(signed, seen.vault, context.network);
};

const ATTEMPTS = 5;

const assertOpen = (proposal: ProposalRecord): void =>
  assertStatus(proposal, ['PENDING', 'STALE'], 'only a PENDING proposal needs approvals');

/** Builds a stale proposal from what is at the address now; undefined when others were faster. */
const rebuild = async (context: VaultContext, proposal: ProposalRecord, synced: FollowedVault) => {
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
export const approveProposal = async (context: VaultContext, id: string, caller: Caller) => {
  const seen = await loadProposal(context, id, caller);
  asSigner(seen, 'approve proposals');
  assertOpen(seen.proposal);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const synced = await followVault(context, seen.vault.id);
    const found = await findProposal(context, id);
    assertOpen(found);
    const rebuilt = found.status === 'STALE';
    const proposal = rebuilt ? await rebuild(context, found, synced) : found;
    if (proposal === undefined) continue;
    if (!rebuilt) await assertUnopened(context, proposal, synced.vault);
    const built = toBuilt(proposal, contractOf(synced.vault, context.network));
    const signed = proposal.signatures.map(({ signerHash }) => signerHash);
    return {
      proposal: toProposalView(proposal, synced.vault, context.network),
      wcTransaction: vaultSigningRequest(built, asSigner(seen, 'approve proposals', signed).hash),
      rebuilt,
    };
  }
  throw isBusy();
};
