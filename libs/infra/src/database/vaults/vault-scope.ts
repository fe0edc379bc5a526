import { type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/resource-events.js';
import type { VaultsTable } from '../generated/tables.js';
import type { NewPurse } from '../purses/purse-record.js';
import { openPurse, type PurseStep } from '../purses/purse-scope.js';
import { notBefore, NOW } from '../sql/statements.js';
import type { Block, NewTransition, Resource, TransitionRecord } from '../transitions/transition-record.js';
import {
  appendTransition,
  deleteTransitionsFrom,
  finaliseUpTo,
  releaseTransactionHashes,
  setTransitionBlock,
  transitionByHash,
  transitionsOf,
  useTransactionHash,
} from '../transitions/transitions.repository.js';
import { rewriteSteps } from '../watch/rewrite-steps.js';
import { noteStep, noteUndone } from '../watch/watch.repository.js';
import { createProposalsScope } from './proposals-scope.js';
import {
  insertViewer,
  noteParties,
  noteViewer,
  type RosterParty,
  seatSigners,
  toChangedColumns,
  type VaultAddress,
  vaultChainColumns,
  type VaultChanges,
  type VaultMember,
  vaultWithMembers,
} from './vault-record.js';
import { type DepositChanges, noteDeposits } from './vault-watch.js';

/** What a step moved: a deposit the satoshis of the state it made, everything else what left the vault. */
const amountOf = ({ spent, state, paidToRecipient }: TransitionRecord): bigint =>
  spent === null ? (state?.satoshis ?? 0n) : paidToRecipient;

/** Makes the scope of a locked vault. @param db the transaction that holds the lock on `locked` */
export async function createVaultScope(db: Database, locked: Selectable<VaultsTable>) {
  const { id } = locked;
  const resource: Resource = { type: 'vault', id };
  let vault = await vaultWithMembers(db, locked);

  const update = async (changes: VaultChanges) => {
    if (changes.seats !== undefined) await seatSigners(db, vault, changes.seats);
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
    /** The vault as it is now in this transaction. */
    get vault() {
      return vault;
    },
    proposals: createProposalsScope(db, id),
    transitions: () => transitionsOf(db, resource),
    /** Changes the row without a step on the chain. */
    update,
    /**
     * Records a step of the lineage, its event and what it changes in the row. A transaction that is recorded already
     * changes nothing.
     *
     * @returns whether it was recorded now
     */
    async advance(transition: NewTransition, changes: VaultChanges) {
      if ((await transitionByHash(db, resource, transition.txHash)) !== undefined) return false;
      const added = await appendTransition(db, resource, transition, vaultChainColumns.state(id));
      await update(changes);
      await noteStep(db, resource, added, amountOf(added));
      return true;
    },
    /**
     * Writes the steps again, the first deposit first, and with them the row. What was recorded of them before stays; those that no
     * event reports get theirs.
     */
    async rewrite(
      steps: readonly { readonly transition: NewTransition; readonly changes: VaultChanges }[],
      address: VaultAddress,
    ) {
      const { unreported } = await rewriteSteps(db, resource, steps, {
        stateBefore: vaultChainColumns.state(id),
        async reset() {
          await db.updateTable('vaults').set(address).where('id', '=', id).execute();
          await update({ status: 'pending', state: null, deposit: null });
        },
        apply: ({ changes }) => update(changes),
      });
      for (const step of unreported) await noteStep(db, resource, step, amountOf(step));
      return vault;
    },
    /**
     * Stores the category of a roster's state: the coin that its offered first deposit spends.
     *
     * @returns false where another roster has it, or waits for it
     */
    async awaitCategory(rosterCategory: string): Promise<boolean> {
      const others = db.selectFrom('vaults').select('id').where('rosterCategory', '=', rosterCategory);
      const { numUpdatedRows } = await db
        .updateTable('vaults')
        .set({ rosterCategory })
        .where('id', '=', id)
        .where((is) => is.not(is.exists(others.where('id', '<>', id))))
        .executeTakeFirst();
      await update({});
      return numUpdatedRows > 0n;
    },
    /** Stores keys that may become signers or the guardian of a roster, or the public key of one that is. */
    async noteParties(parties: readonly RosterParty[]) {
      await noteParties(db, id, parties);
      for (const { hash, publicKey } of parties)
        if (publicKey !== null)
          await db
            .updateTable('vaultMembers')
            .set({ publicKey })
            .where('vaultId', '=', id)
            .where('role', '=', 'signer')
            .where('hash', '=', hash)
            .where('publicKey', 'is', null)
            .execute();
      return update({});
    },
    /** Adds a viewer; does nothing where they are one already. @param addedBy hash of the key that lets them see the vault, hex */
    async addViewer(viewer: VaultMember, addedBy: string) {
      if (vault.roster !== null) await noteViewer(db, id, viewer, addedBy);
      if (vault.viewers.some(({ hash }) => hash === viewer.hash)) return vault;
      await insertViewer(db, vault, viewer);
      return update({});
    },
    useTransactionHash: (txHash: string) => useTransactionHash(db, txHash, resource),
    /** Notes the block of a recorded transition, or with null that it is unmined again. */
    async setBlock(txHash: string, block: Block | null) {
      await setTransitionBlock(db, resource, txHash, block);
    },
    /** Lists the payees that purses of the vault have, each list once: renewed purses have the same. Locking bytecodes, hex. */
    async payeeLists(): Promise<readonly (readonly string[])[]> {
      const rows = await db
        .selectFrom('purses')
        .select('payees')
        .distinct()
        .where('vaultId', '=', id)
        .where('payees', 'is not', null)
        .execute();
      return rows.flatMap(({ payees }) => (payees === null ? [] : [payees]));
    },
    /** Stores a purse that a transaction of the vault opened, with the step that opened it. */
    openPurse: (purse: NewPurse, step: PurseStep) => openPurse(db, id, purse, step),
    noteDeposits: (changes: DepositChanges) => noteDeposits(db, id, changes),
    /** Marks transitions up to one as final. */
    finaliseUpTo: (sequence: number) => finaliseUpTo(db, resource, sequence),
    /**
     * Undoes every transition from `sequence` on: the row is as it was before, and their hashes are free. Each leaves an
     * event that says why, and a first deposit is remembered as lost.
     */
    async rollbackFrom(sequence: number, cause: RollbackCause & { readonly height: number }) {
      const restored = await vaultChainColumns.restore(db, resource, sequence);
      if (restored === undefined) return;
      vault = await vaultWithMembers(db, restored);
      const undone = await deleteTransitionsFrom(db, resource, sequence);
      await releaseTransactionHashes(
        db,
        undone.map(({ txHash }) => txHash),
        resource,
      );
      await noteUndone(db, resource, undone, amountOf, cause);
    },
  };
}

/** A vault with its proposals, locked until the end of the transaction. Everything done here is stored together or not at all. */
export type VaultScope = Awaited<ReturnType<typeof createVaultScope>>;
