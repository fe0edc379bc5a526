import type { ErrorCode } from '@weir/api-contract/words';
import type { VaultSignatureProblem } from '@weir/covenants';
import type { ProposalRecord } from '@weir/infra';
import { MAX_RESUME_AGE } from '@weir/kinds';
import { usableTime } from '../../shared/chain-time.js';
import type { Caller, Party } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { sameState } from '../../shared/vaults/stored-vault.js';
import { asSigner } from '../../shared/vaults/vault-access.js';
import { builtTransaction, toStored } from '../built-transaction.js';
import { isBusy, type FollowedVault, followForReading, followVault } from '../chain/follow-vault.js';
import { assertUnopened } from '../grants/assert-unopened.js';
import { partyOf } from '../roster/roster-members.js';
import type { VaultContext } from '../vault-context.js';
import { buildProposal } from './build-proposal.js';
import { redraftProposal } from './draft-proposal.js';
import { assertStatus, findProposal, loadProposal, type SeenProposal, stale } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';
import { type ReadVote, type SignableProposal, signableOf } from './signable-proposal.js';

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
): ReadVote & { readonly signer: Party } => {
  const signable = signableOf(proposal, seen.vault, network);
  const readings = signable.partiesAmong(seen.callers).map((signer) => ({
    signer,
    read: signable.read(signer, signedTransaction),
  }));
  for (const { signer, read } of readings) if (read.ok) return { signer, ...read.vote };
  const [refusal] = readings.flatMap(({ read }) => (read.ok ? [] : [read]));
  const [code, message] = REFUSALS[refusal?.problem ?? 'NOT_A_SIGNER'];
  throw new ServiceError(code, message, { field: 'signedTransaction', problem: refusal?.problem ?? 'NOT_A_SIGNER' });
};

/**
 * Verifies and stores a signer's signature; with the second one the proposal is APPROVED. For signers.
 *
 * @throws ServiceError INVALID_REQUEST, WRONG_STATE, PROPOSAL_STALE, TX_MISMATCH, PROPOSAL_SIGNATURE_INVALID
 */
export const submitSignature = async (context: VaultContext, id: string, signedTransaction: string, caller: Caller) => {
  const seen = await loadProposal(context, id, caller);
  assertParty(context, seen, 'sign proposals');
  assertSignable(seen.proposal);
  await followForReading(context, seen.vault);
  const verified = await findProposal(context, id);
  assertSignable(verified);
  const { signer, signature, publicKey } = readSignature(context, verified, seen, signedTransaction);
  const signed = await context.vaults.withVault(seen.vault.id, async (scope) => {
    const { proposals, vault } = scope;
    const proposal = await proposals.get(id);
    assertSignable(proposal);
    if (proposal.round !== verified.round) throw stale(proposal);
    // Of a roster's signer who was seated elsewhere the chain shows only the hash of the key.
    if (vault.signers.some(({ hash, publicKey: known }) => hash === signer.hashHex && known === null))
      await scope.noteParties([partyOf(signer, publicKey)]);
    const voted = await proposals.sign(proposal, signer.hashHex, signature);
    return voted.status === 'PENDING' && signableOf(voted, vault, context.network).isComplete(voted.signatures)
      ? proposals.settle(id, 'APPROVED')
      : voted;
  });
  return toProposalView(signed, seen.vault, context.network);
};

const ATTEMPTS = 5;

const assertOpen = (proposal: ProposalRecord): void =>
  assertStatus(proposal, ['PENDING', 'STALE'], 'only a PENDING proposal needs approvals');

/** Builds an open proposal again from what is at the address now; undefined when others were faster. */
const rebuild = async (context: VaultContext, proposal: ProposalRecord, synced: FollowedVault) => {
  const { build, amountOf } = await redraftProposal(context, proposal, synced);
  const built = await buildProposal(context, build, synced);
  return context.vaults.withVault(synced.vault.id, async ({ vault, proposals }) => {
    const now = await proposals.get(proposal.id);
    if (!sameState(vault.state, synced.vault.state) || now.status !== proposal.status || now.round !== proposal.round)
      return undefined;
    return proposals.rebuild(proposal.id, toStored(built), amountOf(built));
  });
};

/** A day before wallets refuse it, so that the signer who is asked now has time to sign. */
const OUTDATED = MAX_RESUME_AGE - 86_400n;

/** Whether a proposal is a resume of so old a date that wallets would soon refuse it: it would pay for the time since. */
const isOutdated = async (context: VaultContext, proposal: ProposalRecord): Promise<boolean> =>
  proposal.kind === 'resume' && BigInt(builtTransaction(proposal).locktime) < (await usableTime(context)) - OUTDATED;

/** Checks that the caller has a part in signing a proposal. @throws ServiceError FORBIDDEN */
const assertParty = ({ network }: VaultContext, seen: SeenProposal, may: string): void => {
  if (signableOf(seen.proposal, seen.vault, network).partiesAmong(seen.callers).length > 0) return;
  if (seen.proposal.kind !== 'recovery') asSigner(seen, may);
  throw new ServiceError('FORBIDDEN', `Only the guardian and the new signers of a recovery may ${may}`);
};

/**
 * Returns the caller as a signer who may sign a built proposal: of several, the first who has not voted.
 *
 * @param voted hashes of those who have
 * @throws ServiceError FORBIDDEN
 */
const signerOf = (signable: SignableProposal, { callers }: SeenProposal, voted: readonly string[]): Party => {
  const may = signable.partiesAmong(callers).filter(signable.maySign);
  const signer = may.find(({ hashHex }) => !voted.includes(hashHex)) ?? may[0];
  if (signer !== undefined) return signer;
  throw new ServiceError(
    'FORBIDDEN',
    'The signer who leaves cannot sign the exchange: the two who stay do, so that no typing error locks the treasury',
  );
};

/**
 * Returns the proposal for one signer to sign; a stale one, and a resume of an old date, is rebuilt first. For signers.
 *
 * @throws ServiceError WRONG_STATE, INSUFFICIENT_FUNDS, CHAIN_UNAVAILABLE
 */
export const approveProposal = async (context: VaultContext, id: string, caller: Caller) => {
  const seen = await loadProposal(context, id, caller);
  assertParty(context, seen, 'approve proposals');
  assertOpen(seen.proposal);
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const synced = await followVault(context, seen.vault.id);
    const found = await findProposal(context, id);
    assertOpen(found);
    const rebuilt = found.status === 'STALE' || (await isOutdated(context, found));
    const proposal = rebuilt ? await rebuild(context, found, synced) : found;
    if (proposal === undefined) continue;
    if (!rebuilt) await assertUnopened(context, proposal, synced.vault);
    const signable = signableOf(proposal, synced.vault, context.network);
    const signed = proposal.signatures.map(({ signerHash }) => signerHash);
    return {
      proposal: toProposalView(proposal, synced.vault, context.network),
      wcTransaction: signable.request(signerOf(signable, seen, signed)),
      rebuilt,
    };
  }
  throw isBusy();
};
