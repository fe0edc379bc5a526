import { sql, type Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/event-record.js';
import { notBefore, NOW } from '../seconds.js';
import { releaseTransactionHashes, useTransactionHash } from '../transitions/transaction-uses.js';
import type { Block, NewTransition, Resource, TransitionRecord } from '../transitions/transition-record.js';
import {
  appendTransition,
  deleteTransitionsFrom,
  setTransitionBlock,
  transitionByHash,
  transitionsOf,
} from '../transitions/transitions.repository.js';
import { createProposalsScope, type ProposalsScope } from './proposals-scope.js';
import { vaultChainColumns } from './vault-chain-columns.js';
import { noteDeposits, type DepositChanges } from './vault-deposits.js';
import { noteUndoneVaultSteps, noteVaultStep } from './vault-events.js';
import { insertViewer, vaultWithMembers } from './vault-members.js';
import { toChangedColumns, type VaultChanges, type VaultMember, type VaultRecord } from './vault-record.js';
import type { VaultsTable } from './vault-tables.js';

/** A vault with its proposals, locked until the end of the transaction. Everything done here is stored together or not at all. */
export interface VaultScope {
  /** The vault as it is now in this transaction. */
  readonly vault: VaultRecord;
  readonly proposals: ProposalsScope;
  /** Transitions recorded so far, the first deposit first. */
  transitions(): Promise<readonly TransitionRecord[]>;
  /**
   * Records a step of the lineage, its event and what it changes in the row. A transaction that is recorded already
   * changes nothing.
   *
   * @returns whether it was recorded now
   */
  advance(transition: NewTransition, changes: VaultChanges): Promise<boolean>;
  /** Changes the row without a step on the chain. */
  update(changes: VaultChanges): Promise<VaultRecord>;
  /** Adds a viewer; does nothing where they are one already. */
  addViewer(viewer: VaultMember): Promise<VaultRecord>;
  /**
   * Reserves a hash for this vault; false when it has it already.
   * @throws TransactionHashInUseError when another resource has it
   */
  useTransactionHash(txHash: string): Promise<boolean>;
  /** Notes the block of a recorded transition, or with null that it is unmined again. */
  setBlock(txHash: string, block: Block | null): Promise<void>;
  /** Records deposits that were found beside its steps. */
  noteDeposits(changes: DepositChanges): Promise<void>;
  /** Marks transitions up to one as final. */
  finaliseUpTo(sequence: number): Promise<void>;
  /**
   * Undoes every transition from `sequence` on: the row is as it was before, and their hashes are free. Each leaves an
   * event that says why, and a first deposit is remembered as lost.
   */
  rollbackFrom(sequence: number, cause: RollbackCause & { readonly height: number }): Promise<void>;
}

/** Makes the scope of a locked vault. @param db the transaction that holds the lock on `locked` */
export async function createVaultScope(db: Database, locked: Selectable<VaultsTable>): Promise<VaultScope> {
  const { id } = locked;
  const resource: Resource = { type: 'vault', id };
  let vault = await vaultWithMembers(db, locked);

  const update = async (changes: VaultChanges) => {
    const row = await db
      .updateTable('vaults')
      .set({
        ...toChangedColumns(changes),
        ...(changes.deposit && { activatedAt: notBefore(changes.deposit.activatedAt, sql.ref('createdAt')) }),
        updatedAt: NOW,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return (vault = await vaultWithMembers(db, row));
  };

  return {
    get vault() {
      return vault;
    },
    proposals: createProposalsScope(db, id),
    transitions: () => transitionsOf(db, resource),
    update,
    async advance(transition, changes) {
      if ((await transitionByHash(db, resource, transition.txHash)) !== undefined) return false;
      const added = await appendTransition(db, resource, transition, vaultChainColumns.state(id));
      await update(changes);
      await noteVaultStep(db, resource, added);
      return true;
    },
    async addViewer(viewer) {
      if (vault.viewers.some(({ hash }) => hash === viewer.hash)) return vault;
      await insertViewer(db, vault, viewer);
      return update({});
    },
    useTransactionHash: (txHash) => useTransactionHash(db, txHash, resource),
    async setBlock(txHash, block) {
      await setTransitionBlock(db, resource, txHash, block);
    },
    noteDeposits: (changes) => noteDeposits(db, id, changes),
    async finaliseUpTo(sequence) {
      await db
        .updateTable('transitions')
        .set({ final: true })
        .where('resourceType', '=', resource.type)
        .where('resourceId', '=', id)
        .where('sequence', '<=', sequence)
        .where(sql<boolean>`NOT final`)
        .execute();
    },
    async rollbackFrom(sequence, cause) {
      const restored = await vaultChainColumns.restore(db, resource, sequence);
      if (restored === undefined) return;
      vault = await vaultWithMembers(db, restored);
      const undone = await deleteTransitionsFrom(db, resource, sequence);
      await releaseTransactionHashes(
        db,
        undone.map(({ txHash }) => txHash),
        resource,
      );
      await noteUndoneVaultSteps(db, resource, undone, cause);
    },
  };
}
