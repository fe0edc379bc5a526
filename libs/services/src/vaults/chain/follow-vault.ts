import { hexToBin } from '@bitauth/libauth';
import type { Network } from '@weir/covenants';
import {
  type ChainTransaction,
  type TransitionRecord,
  type UnspentOutput,
  type VaultRecord,
  type VaultScope,
  findTransaction,
} from '@weir/infra';
import { refusalOf } from '../../shared/chain-errors.js';
import { checkRecorded, type RecordedCheck } from '../../shared/follow/check-recorded.js';
import { type ChainRecord, follow, type Look } from '../../shared/follow/follow.js';
import { stepsForward } from '../../shared/follow/lineage.js';
import { isBlockNoted, noteBlock } from '../../shared/follow/note-block.js';
import { ServiceError } from '../../shared/service-error.js';
import { contractOf, findDeposit, sameState, seatsIn, toVaultCoin } from '../../shared/vaults/stored-vault.js';
import { noVault } from '../../shared/vaults/vault-access.js';
import type { VaultContext } from '../vault-context.js';
import { findAwaitedDeposit } from './awaited-deposit.js';
import { areRecorded, balanceAfter, type Holdings, lookAtHoldings } from './holdings.js';
import { noteBalance, noteExecutions, recordSpends, rollBackExecution } from './record-facts.js';
import { recordDeposit } from './record-facts.js';
import { stepsTo, vaultLineage, type VaultStep } from './vault-lineage.js';

/** What the chain shows of a vault. Its holdings are read once the lineage has no news. */
export interface VaultLook extends Look<VaultScope> {
  /** Whether a recorded step is gone. */
  readonly isLost: boolean;
  /** From the record's state on. */
  readonly steps: readonly VaultStep[];
  readonly holdings?: Holdings;
}

/** A vault's row with its recorded steps. */
interface VaultRow {
  readonly vault: VaultRecord;
  readonly recorded: readonly TransitionRecord[];
}

/** A transaction that a client reports. */
interface ReportedTransaction {
  readonly transaction: ChainTransaction;
  /** Records it, with the steps from the record's state to it; none where it does not descend from that state. */
  readonly record: (scope: VaultScope, steps: readonly VaultStep[]) => Promise<void>;
}

/** Makes the refusal where others keep changing a row. */
export const isBusy = (): ServiceError =>
  new ServiceError('WRONG_STATE', 'The vault is changing; retry', { retryable: true });

/**
 * Finds the first deposit that a vault had lost, where it has come back. Only one that was confirmed before: anybody can pay a
 * second one to the same address.
 *
 * @throws ChainUnavailableError
 */
const findLostDeposit = async (context: VaultContext, vault: VaultRecord) => {
  const { vaults, chain, network } = context;
  if (vault.status !== 'pending') return undefined;
  for (const txHash of await vaults.lostDeposits(vault.id)) {
    const transaction = await findTransaction(chain, txHash);
    if (transaction === undefined) continue;
    const found = findDeposit(vault, transaction, network);
    if (!found.ok) throw new Error(`Transaction ${txHash} no longer creates the state of vault ${vault.id}`);
    return (scope: VaultScope) => recordDeposit(context, scope, found, transaction, 'chain');
  }
  return undefined;
};

/** Takes back steps that are gone, and the executions they were. */
const rollBack = async (
  scope: VaultScope,
  { sequence, cause }: Extract<RecordedCheck, { lost: true }>,
  recorded: readonly TransitionRecord[],
  network: Network,
): Promise<void> => {
  await scope.rollbackFrom(sequence, cause);
  // Of a roster whose first deposit is gone, too: it has the signers that it began with.
  const commitment = scope.vault.state?.commitment ?? recorded[0]?.state?.commitment;
  const seats = commitment === undefined ? undefined : seatsIn(commitment, network);
  if (seats !== undefined) await scope.update({ seats });
  const gone = new Set(recorded.filter((step) => step.sequence >= sequence).map(({ txHash }) => txHash));
  for (const proposal of await scope.proposals.unsettled()) {
    if (proposal.execution !== null && gone.has(proposal.execution.txHash)) await rollBackExecution(scope, proposal);
  }
};

/** Stores what is at the address of a vault whose steps are all recorded. */
const recordHoldings = async (
  scope: VaultScope,
  { balance, proposals, deposits }: Holdings,
  facts: Parameters<typeof recordSpends>[2],
): Promise<void> => {
  const finalSteps = new Set((await scope.transitions()).filter(({ final }) => final).map(({ txHash }) => txHash));
  await noteExecutions(scope, proposals, finalSteps);
  await recordSpends(scope, { steps: [], ...proposals }, facts);
  await scope.noteDeposits(deposits);
  await noteBalance(scope, balance);
};

/** Reads a vault: its lineage, then what is at its address. @param known transactions that may be newer than the servers' index */
const look = async (
  context: VaultContext,
  { vault, recorded }: VaultRow,
  known: readonly ChainTransaction[],
): Promise<VaultLook> => {
  const restore = (await findLostDeposit(context, vault)) ?? (await findAwaitedDeposit(context, vault));
  if (restore !== undefined) return { isLost: false, steps: [], changes: [restore], isComplete: false };
  const check = await checkRecorded(() => hexToBin(vault.lockingBytecode), recorded, context.chain);
  if (check.lost)
    return {
      isLost: true,
      steps: [],
      changes: [(scope) => rollBack(scope, check, recorded, context.network)],
      isComplete: false,
    };
  const { state } = vault;
  const { last } = check;
  // A roster has no address before its first deposit, so nothing can be there.
  if (vault.lockingBytecode === '') return { isLost: false, steps: [], changes: [], isComplete: true };
  const lineage = state && vaultLineage(contractOf(vault, context.network));
  const steps = state && lineage ? await stepsForward(context.chain, lineage, toVaultCoin(state)) : [];
  const facts = { now: context.now(), source: 'chain', network: context.network } as const;
  if (steps.length > 0) {
    const balance = await balanceAfter(vault, steps, known, context.chain);
    const record = async (scope: VaultScope): Promise<void> => {
      await noteBlock(scope, last, recorded);
      await recordSpends(scope, { steps, spenders: [], gone: [] }, facts);
      await noteBalance(scope, balance);
    };
    return { isLost: false, steps, changes: [record], isComplete: false };
  }
  const holdings = await lookAtHoldings(context, vault, recorded, known);
  const record = async (scope: VaultScope): Promise<void> => {
    await noteBlock(scope, last, recorded);
    await recordHoldings(scope, holdings, facts);
  };
  const isNews = !areRecorded(holdings, vault) || !isBlockNoted(last, recorded);
  return { isLost: false, steps, holdings, changes: isNews ? [record] : [], isComplete: true };
};

/** Reads the way from a vault's state to a transaction that a client reports. */
const lookUpTo = async (
  { chain, network }: VaultContext,
  { vault }: VaultRow,
  { transaction, record }: ReportedTransaction,
): Promise<VaultLook> => {
  const { state } = vault;
  const lineage = vaultLineage(contractOf(vault, network));
  const steps = state === null ? [] : await stepsTo(chain, lineage, toVaultCoin(state), transaction);
  const balance = await balanceAfter(vault, steps, [transaction], chain);
  const recordAll = async (scope: VaultScope): Promise<void> => {
    await record(scope, steps);
    await noteBalance(scope, balance);
  };
  return { isLost: false, steps, changes: [recordAll], isComplete: true };
};

/**
 * Returns a vault as a record that follows the chain.
 *
 * @param known transactions that may be newer than the servers' index
 * @param until a transaction that a client reports: it is recorded, and nothing beyond it is read
 */
export const vaultRecord = (
  context: VaultContext,
  id: string,
  { known = [], until }: { readonly known?: readonly ChainTransaction[]; readonly until?: ReportedTransaction } = {},
): ChainRecord<VaultRow, VaultScope, VaultLook> => {
  const { vaults } = context;
  const seen = [...known];
  return {
    attempts: 8,
    async load() {
      const vault = await vaults.findById(id);
      if (vault === undefined) throw noVault(id);
      return { vault, recorded: await vaults.transitionsOf(id) };
    },
    async look(row) {
      const found = until === undefined ? await look(context, row, seen) : await lookUpTo(context, row, until);
      seen.push(...found.steps.map(({ transaction }) => transaction));
      return found;
    },
    lock: (work) => vaults.withVault(id, work),
    isAsRead: async (scope, { vault, recorded }) =>
      sameState(scope.vault.state, vault.state) && (await scope.transitions()).length === recorded.length,
    rowIn: async (scope) => ({ vault: scope.vault, recorded: await scope.transitions() }),
    busy: isBusy,
  };
};

/** A vault brought up to the chain, and what is at its address. */
export interface FollowedVault {
  readonly vault: VaultRecord;
  readonly coins: readonly UnspentOutput[];
}

/**
 * Brings a stored vault and its proposals up to the chain: records spends made by others and deposits, marks proposals
 * that were executed or have lost their coins, and rolls back what a reorganisation removed, until a lost first deposit is
 * back.
 *
 * @param known transactions that may be newer than the servers' index
 * @throws ServiceError NOT_FOUND, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const followVault = async (
  context: VaultContext,
  id: string,
  known: readonly ChainTransaction[] = [],
): Promise<FollowedVault> => {
  const { row, look: last } = await follow(vaultRecord(context, id, { known }));
  return { vault: row.vault, coins: last.holdings?.coins ?? [] };
};

/** Follows a vault like {@link followVault}, for display only: returns what is recorded where the chain cannot be read. */
export const followForReading = async (context: VaultContext, vault: VaultRecord) => {
  try {
    return await followVault(context, vault.id);
  } catch (error) {
    if (refusalOf(error) === undefined) throw error;
    return { vault, coins: undefined };
  }
};
