import { findVaultDeployment } from '@weir/covenants';
import {
  type ChainTransaction,
  type TransitionRecord,
  type UnspentOutput,
  type VaultRecord,
  type VaultScope,
  findTransaction,
} from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { ServiceError } from '../../shared/service-error.js';
import { sameState, contractOf, toStateRecord } from '../../shared/vaults/stored-vault.js';
import type { VaultContext } from '../vault-context.js';
import type { RecordedCheck } from './check-proposals.js';
import { isOldNews, lookAtVault, type VaultObservation } from './look-at-vault.js';
import { noteBalance, noteExecutions, recordSpends, rollBackExecution } from './record-facts.js';
import { blockOf, depositTransition } from './vault-lineage.js';

/**
 * Records a first deposit that a vault had lost and that has come back. Only one that was confirmed before: anybody can pay a
 * second one to the same address.
 *
 * @returns whether the vault is no longer pending
 * @throws ChainUnavailableError
 */
const restoreDeposit = async (context: VaultContext, vault: VaultRecord): Promise<boolean> => {
  const { id, status } = vault;
  if (status !== 'pending') return false;
  for (const txHash of await context.vaults.lostDeposits(id)) {
    const transaction = await findTransaction(context.chain, txHash);
    if (transaction === undefined) continue;
    const found = findVaultDeployment(contractOf(vault, context.network), txHash, transaction.transaction);
    if (!found.ok) throw new Error(`Transaction ${txHash} no longer creates the state of vault ${id}`);
    await context.vaults.withVault(id, async (scope) => {
      if (scope.vault.status !== 'pending') return;
      await scope.advance(depositTransition(found.coin, transaction, 'chain'), {
        status: 'active',
        state: toStateRecord(found.coin),
        deposit: { txHash, activatedAt: context.now() },
      });
    });
    return true;
  }
  return false;
};

/** A vault brought up to the chain, and what is at its address. */
export interface SyncedVault {
  readonly vault: VaultRecord;
  readonly coins: readonly UnspentOutput[];
}

/** How often a look starts over because it found something, or because somebody else moved the row meanwhile. */
const ATTEMPTS = 8;

/** Takes back steps that are gone, and the executions they were. */
const rollBack = async (
  scope: VaultScope,
  { sequence, cause }: Extract<RecordedCheck, { lost: true }>,
  recorded: readonly TransitionRecord[],
): Promise<void> => {
  await scope.rollbackFrom(sequence, cause);
  const gone = new Set(recorded.filter((step) => step.sequence >= sequence).map(({ txHash }) => txHash));
  for (const proposal of await scope.proposals.unsettled()) {
    if (proposal.execution !== null && gone.has(proposal.execution.txHash)) await rollBackExecution(scope, proposal);
  }
};

/** Notes the last step's block; ten blocks deep, all steps are final. */
const noteBlock = async (scope: VaultScope, last: ChainTransaction, recorded: readonly TransitionRecord[]) => {
  const step = recorded.find(({ txHash }) => txHash === last.txid);
  if (step === undefined) return;
  if (step.block?.hash !== last.blockHash) await scope.setBlock(last.txid, blockOf(last));
  if (last.finality === 'final') await scope.finaliseUpTo(step.sequence);
};

/** Records what was found. @returns false when the row moved meanwhile, or there may be more to find */
const record = async (
  scope: VaultScope,
  { check, steps, balance, settled, recorded }: VaultObservation,
  { state }: VaultRecord,
  now: number,
): Promise<boolean> => {
  if (!sameState(scope.vault.state, state) || (await scope.transitions()).length !== recorded.length) return false;
  if (check.lost) {
    await rollBack(scope, check, recorded);
    return false;
  }
  if (check.last !== undefined) await noteBlock(scope, check.last, recorded);
  if (settled === undefined) {
    await recordSpends(scope, { steps, spenders: [], gone: [] }, { now, source: 'chain' });
    await noteBalance(scope, balance);
    return false;
  }
  const finalSteps = new Set((await scope.transitions()).filter(({ final }) => final).map(({ txHash }) => txHash));
  await noteExecutions(scope, settled.proposals, finalSteps);
  await recordSpends(scope, { steps, ...settled.proposals }, { now, source: 'chain' });
  await scope.noteDeposits(settled.deposits);
  await noteBalance(scope, balance);
  return true;
};

/** Makes the refusal where others keep changing a row. */
export const isBusy = (): ServiceError =>
  new ServiceError('WRONG_STATE', 'The vault is changing; retry', { retryable: true });

/**
 * Brings a stored vault and its proposals up to the chain: records spends made by others and deposits, marks proposals
 * that were executed or have lost their coins, and rolls back what a reorganisation removed, until a lost first deposit is
 * back. Reads the chain before it takes the row's lock, and starts over when the row moved meanwhile.
 *
 * @param known transactions that may be newer than the servers' index
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const syncVault = async (context: VaultContext, id: string, known: readonly ChainTransaction[] = []) => {
  const passed = [...known];
  for (let tries = 0; tries < ATTEMPTS; tries += 1) {
    const vault = await context.vaults.findById(id);
    if (vault === undefined) throw new ServiceError('NOT_FOUND', 'There is no vault with this id', { id });
    if (await restoreDeposit(context, vault)) continue;
    const look = await lookAtVault(context, vault, passed);
    const coins = look.settled?.coins ?? [];
    if (isOldNews(look, vault)) return { vault, coins };
    const synced = await context.vaults.withVault(id, async (scope) =>
      (await record(scope, look, vault, context.now())) ? scope.vault : undefined,
    );
    if (synced !== undefined) return { vault: synced, coins };
    passed.push(...look.steps.map(({ transaction }) => transaction));
  }
  throw isBusy();
};

/** Syncs like {@link syncVault}, for display only: returns what is recorded where the chain cannot be read. */
export const syncForReading = async (context: VaultContext, vault: VaultRecord) => {
  try {
    return await syncVault(context, vault.id);
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return { vault, coins: undefined };
  }
};
