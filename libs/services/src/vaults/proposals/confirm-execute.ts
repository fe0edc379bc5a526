import type { ChainTransaction, ProposalRecord, VaultScope } from '@weir/infra';
import { PROPOSAL_WORDS } from '@weir/kinds';
import { confirmationOf, confirmedTransaction } from '../../shared/chain-errors.js';
import { follow } from '../../shared/follow/follow.js';
import { type Caller, callerParties } from '../../shared/parties.js';
import { ServiceError } from '../../shared/service-error.js';
import { strongest } from '../../shared/vaults/vault-access.js';
import { followVault, vaultRecord } from '../chain/follow-vault.js';
import { recordSpends } from '../chain/record-facts.js';
import type { VaultStep } from '../chain/vault-lineage.js';
import { recordGrant } from '../grants/record-grant.js';
import { transactionDigest } from '../transaction-digest.js';
import type { VaultContext } from '../vault-context.js';
import { toVaultView } from '../vault-view.js';
import { assertStatus, findProposal } from './proposal-access.js';
import { toProposalView } from './proposal-view.js';

/** Refuses another transaction for a proposal that was already carried out. */
const assertConfirmable = (proposal: ProposalRecord, txHash: string): void => {
  if (proposal.execution?.txHash !== txHash)
    assertStatus(proposal, ['PENDING', 'APPROVED', 'REJECTED', 'STALE'], 'another transaction executed it');
};

/** @throws ServiceError TX_MISMATCH unless the proposal was once built as this transaction */
const assertBuiltAs = async ({ proposals }: VaultScope, id: string, { txid, transaction }: ChainTransaction) => {
  const built = await proposals.builtAs(transactionDigest(transaction));
  if (built.some((proposal) => proposal.id === id)) return;
  throw new ServiceError(
    'TX_MISMATCH',
    'The transaction is not the one of this proposal: its coins or outputs differ',
    { txHash: txid },
  );
};

const record = async (
  scope: VaultScope,
  id: string,
  transaction: ChainTransaction,
  steps: readonly VaultStep[],
  { now, network }: Pick<VaultContext, 'network'> & { readonly now: number },
): Promise<void> => {
  await assertBuiltAs(scope, id, transaction);
  const { execution, subjects } = await scope.proposals.get(id);
  if (execution?.txHash !== transaction.txid) {
    const isStep = steps.some((step) => step.transaction.txid === transaction.txid);
    await recordSpends(
      scope,
      { steps, spenders: isStep ? [] : [transaction], gone: [] },
      { network, now, source: 'confirm', preferred: id },
    );
    const after = await scope.proposals.get(id);
    if (after.execution?.txHash !== transaction.txid) {
      throw new ServiceError('WRONG_STATE', 'This transaction executed another proposal with the same content', {
        status: after.status,
      });
    }
  }
  // The records it opens or cancels are confirmed by the same hash; the proposal was built as exactly this transaction.
  if (subjects.length === 0) await scope.useTransactionHash(transaction.txid);
};

/** Returns what an executed proposal did: of a campaign, a cancel is another thing than of streams. */
const doneBy = ({ kind, subjects }: ProposalRecord): string =>
  kind === 'cancel' && subjects[0]?.type === 'airdrop'
    ? 'The campaign is closed; unclaimed money returns to the vault'
    : PROPOSAL_WORDS[kind].done;

/** Records the execution of a proposal by a transaction that the chain shows. */
const recordExecution = async (context: VaultContext, seen: ProposalRecord, txHash: string) => {
  assertConfirmable(seen, txHash);
  const transaction = await confirmedTransaction(context, txHash, (lost) =>
    context.vaults.replacementOf(seen.vaultId, lost),
  );
  await followVault(context, seen.vaultId);
  await follow(
    vaultRecord(context, seen.vaultId, {
      until: {
        transaction,
        record: (scope, steps) =>
          record(scope, seen.id, transaction, steps, { now: context.now(), network: context.network }),
      },
    }),
  );
  await recordGrant(context, seen, transaction);
  const { vault } = await followVault(context, seen.vaultId, [transaction]);
  return { transaction, vault, proposal: await findProposal(context, seen.id) };
};

/** Replaces a refusal whose message or details would show a stranger the state of a private vault's proposal. */
const withoutState = (error: unknown): unknown =>
  error instanceof ServiceError && error.code === 'WRONG_STATE'
    ? new ServiceError('WRONG_STATE', 'This transaction cannot confirm the proposal in its present state')
    : error;

/**
 * Verifies on the chain that a proposal was executed, and records it. Anybody may report it. Who may not see the vault gets
 * neither its record nor that of the proposal.
 *
 * @throws ServiceError NOT_FOUND, WRONG_STATE, TX_NOT_FOUND, TX_UNCONFIRMED, TX_MISMATCH, HASH_ALREADY_USED, CHAIN_UNAVAILABLE
 */
export const confirmExecute = async (context: VaultContext, id: string, txHash: string, caller?: Caller) => {
  const seen = await findProposal(context, id);
  const callers = caller === undefined ? [] : callerParties(caller, context.network);
  const stored = await context.vaults.findById(seen.vaultId);
  if (stored === undefined) throw new ServiceError('NOT_FOUND', 'There is no proposal with this id', { id });
  if (stored.isPublic || strongest(stored, callers) !== undefined) {
    const { transaction, vault, proposal } = await recordExecution(context, seen, txHash);
    return {
      ...confirmationOf(doneBy(proposal), transaction),
      status: proposal.status,
      proposal: toProposalView(proposal, vault, context.network),
      vault: toVaultView(vault, callers),
    };
  }
  try {
    const { transaction, proposal } = await recordExecution(context, seen, txHash);
    return {
      ...confirmationOf('The execution is recorded', transaction),
      status: proposal.status,
      proposal: null,
      vault: null,
    };
  } catch (error) {
    throw withoutState(error);
  }
};
