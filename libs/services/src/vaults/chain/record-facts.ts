import { hexToBin } from '@bitauth/libauth';
import { type Network, outpointKey } from '@weir/covenants';
import type { ChainTransaction, Outpoint, ProposalRecord, RecordSource, VaultScope } from '@weir/infra';
import { openedPurses } from '../../shared/vaults/stored-purse.js';
import { stateChanges, type VaultDeposited } from '../../shared/vaults/stored-vault.js';
import { builtCoins } from '../built-transaction.js';
import { spentBy, transactionDigest } from '../transaction-digest.js';
import type { VaultContext } from '../vault-context.js';
import { thresholdOf } from '../vault-view.js';
import { isOpen, type ProposalsCheck } from './check-proposals.js';
import { depositTransition, stepChanges, stepTransition, type VaultStep } from './vault-lineage.js';

/** Records the first deposit of a pending vault: it is active from now on. Of a roster, with its address. */
export const recordDeposit = async (
  { network, now }: Pick<VaultContext, 'network' | 'now'>,
  scope: VaultScope,
  { coin, address }: Extract<VaultDeposited, { ok: true }>,
  transaction: ChainTransaction,
  source: RecordSource,
): Promise<void> => {
  if (scope.vault.status !== 'pending') return;
  if (source === 'confirm') await scope.useTransactionHash(transaction.txid);
  await scope.advance(depositTransition(coin, transaction, source), {
    status: 'active',
    ...stateChanges(coin, network),
    deposit: { txHash: transaction.txid, activatedAt: now() },
    ...(address !== undefined && { address }),
  });
};

/** Records the execution of the proposal a transaction carries out; there is none for spends agreed on elsewhere. */
const execute = async (
  scope: VaultScope,
  { txid, transaction, finality }: ChainTransaction,
  now: number,
  preferred?: string,
): Promise<void> => {
  const built = await scope.proposals.builtAs(transactionDigest(transaction));
  // Two proposals may ask for the very same transaction: prefer the one that was signed, or that a client confirms.
  const executed =
    built.find(({ execution }) => execution?.txHash === txid) ?? built.find(({ id }) => id === preferred) ?? built[0];
  if (executed === undefined || executed.execution?.txHash === txid) return;
  await scope.proposals.settle(executed.id, { txHash: txid, executedAt: now, final: finality === 'final' });
};

/** Marks open proposals STALE that need one of these coins: they can no longer be carried out as they are. */
const staleThose = async (scope: VaultScope, taken: readonly Outpoint[]): Promise<void> => {
  if (taken.length === 0) return;
  const keys = new Set(taken.map(outpointKey));
  for (const proposal of (await scope.proposals.unsettled()).filter(isOpen)) {
    if (builtCoins(proposal).some((coin) => keys.has(outpointKey(coin))))
      await scope.proposals.settle(proposal.id, 'STALE');
  }
};

/**
 * Stores the purses that a step of the vault opened. Anybody can announce purses of a vault: its signers agreed to those of its own
 * steps alone.
 */
export const openPurses = async (
  scope: VaultScope,
  transaction: ChainTransaction,
  { network, source }: { readonly network: Network; readonly source: RecordSource },
): Promise<void> => {
  if (openedPurses(transaction, network, [], source).length === 0) return;
  const proposals = await scope.proposals.builtAs(transactionDigest(transaction.transaction));
  const proposed = proposals.flatMap(({ allowance }) => (allowance === null ? [] : [allowance.payees]));
  const lists = [...proposed, ...(await scope.payeeLists())].map((list) => list.map(hexToBin));
  for (const { purse, step } of openedPurses(transaction, network, lists, source)) await scope.openPurse(purse, step);
};

/** Spends of a vault, found by its lineage or by coins of proposals. */
export interface FoundSpends {
  readonly steps: readonly VaultStep[];
  readonly spenders: readonly ChainTransaction[];
  readonly gone: readonly Outpoint[];
}

/**
 * Records spends of a vault: steps of its state, the proposals they carried out, and those that lost their coins to them.
 * The steps start at the row's state.
 */
export const recordSpends = async (
  scope: VaultScope,
  { steps, spenders, gone }: FoundSpends,
  options: {
    readonly network: Network;
    readonly now: number;
    readonly source: RecordSource;
    /** The proposal somebody confirms. */ readonly preferred?: string;
  },
): Promise<void> => {
  for (const [index, step] of steps.entries()) {
    const source = index === steps.length - 1 ? options.source : 'chain';
    await scope.advance(stepTransition(step, source), stepChanges(step, options.network));
  }
  const transactions = [...steps.map(({ transaction }) => transaction), ...spenders];
  for (const transaction of transactions) await execute(scope, transaction, options.now, options.preferred);
  for (const { transaction } of steps) await openPurses(scope, transaction, options);
  await staleThose(scope, [...transactions.flatMap(({ transaction }) => spentBy(transaction)), ...gone]);
};

/** Stores the balance at the address, in satoshis, where it is known and differs. */
export const noteBalance = async (scope: VaultScope, balance: bigint | undefined): Promise<void> => {
  if (balance !== undefined && balance !== scope.vault.currentBalance) await scope.update({ currentBalance: balance });
};

/** Sets a proposal back to the status that its signatures give it, once its transaction is gone. */
export const rollBackExecution = (
  scope: VaultScope,
  { id, kind, signatures }: ProposalRecord,
): Promise<ProposalRecord> =>
  scope.proposals.settle(id, signatures.length >= thresholdOf(kind) ? 'APPROVED' : 'PENDING');

/** Stores how final executions are: gone, or final. @param finalSteps hashes of the vault's final transitions */
export const noteExecutions = async (
  scope: VaultScope,
  { executions }: ProposalsCheck,
  finalSteps: ReadonlySet<string>,
): Promise<void> => {
  for (const proposal of await scope.proposals.unsettled()) {
    const { execution } = proposal;
    if (execution === null) continue;
    const { txHash } = execution;
    if (executions.has(txHash) && executions.get(txHash) === undefined) await rollBackExecution(scope, proposal);
    else if (finalSteps.has(txHash) || executions.get(txHash)?.finality === 'final')
      await scope.proposals.settle(proposal.id, { ...execution, final: true });
  }
};
