import { type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/resource-events.js';
import type { PursesTable } from '../generated/tables.js';
import { newId, NOW } from '../sql/statements.js';
import type { Block, NewTransition, Resource, TransitionRecord } from '../transitions/transition-record.js';
import {
  appendTransition,
  deleteTransitionsFrom,
  finaliseUpTo,
  setTransitionBlock,
  transitionByHash,
  transitionsOf,
} from '../transitions/transitions.repository.js';
import { noteStep, noteUndone } from '../watch/watch.repository.js';
import {
  type NewPurse,
  purseChainColumns,
  type PurseChanges,
  type PursePaymentRecord,
  type PurseRecord,
  toPurseColumns,
  toPurseRecord,
} from './purse-record.js';

/** What a step moved: what was put in, what the payee got, or what returned to the vault. Base units of the asset. */
const amountOf = ({ spent, state, paidToRecipient, paidToSender }: TransitionRecord): bigint =>
  spent === null ? (state?.tokenAmount ?? state?.satoshis ?? 0n) : paidToRecipient + paidToSender;

/** A step of a purse, what it changes in the row, and whom it paid. */
export interface PurseStep {
  readonly transition: NewTransition;
  readonly changes: PurseChanges;
  readonly payment?: PursePaymentRecord | undefined;
}

/** Makes the scope of a locked purse. @param db the transaction that holds the lock on `locked` */
export function createPurseScope(db: Database, locked: Selectable<PursesTable>) {
  const { id } = locked;
  const resource: Resource = { type: 'purse', id };
  let purse = toPurseRecord(locked);

  const update = async (changes: PurseChanges) => {
    const row = await db
      .updateTable('purses')
      .set({ ...toPurseColumns(changes), updatedAt: NOW })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return (purse = toPurseRecord(row));
  };

  return {
    /** The purse as it is now in this transaction. */
    get purse(): PurseRecord {
      return purse;
    },
    transitions: () => transitionsOf(db, resource),
    /** Records a step, its event and what it changes in the row. A transaction that is recorded already changes nothing. */
    async advance({ transition, changes, payment }: PurseStep): Promise<void> {
      if ((await transitionByHash(db, resource, transition.txHash)) !== undefined) return;
      const added = await appendTransition(db, resource, transition, purseChainColumns.state(id));
      await update({ ...changes, ...(payment !== undefined && { paid: purse.paid + payment.amount }) });
      if (payment !== undefined)
        await db
          .insertInto('pursePayments')
          .values({ ...payment, purseId: id })
          .execute();
      await noteStep(db, resource, added, amountOf(added));
    },
    /** Stores the payees, once a list proved to be that of the purse. @param payees locking bytecodes, hex */
    async notePayees(payees: readonly string[]): Promise<void> {
      await db
        .updateTable('purses')
        .set({ payees: [...payees], updatedAt: NOW })
        .where('id', '=', id)
        .execute();
    },
    /** Notes the block of a recorded step, or with null that it is unmined again. */
    async setBlock(txHash: string, block: Block | null): Promise<void> {
      await setTransitionBlock(db, resource, txHash, block);
      const { state } = purse;
      if (state?.txid === txHash) await update({ state: { ...state, height: block?.height ?? null } });
    },
    /** Marks steps up to one as final. */
    finaliseUpTo: (sequence: number) => finaliseUpTo(db, resource, sequence),
    /** Undoes every step from `sequence` on: the row is as it was before. Each leaves an event that says why. */
    async rollbackFrom(sequence: number, cause: RollbackCause & { readonly height: number }): Promise<void> {
      const restored = await purseChainColumns.restore(db, resource, sequence);
      if (restored === undefined) return;
      purse = toPurseRecord(restored);
      const undone: readonly TransitionRecord[] = await deleteTransitionsFrom(db, resource, sequence);
      // The events of what is undone still name the payee.
      await noteUndone(db, resource, undone, amountOf, cause);
      await db
        .deleteFrom('pursePayments')
        .where('purseId', '=', id)
        .where(sql<boolean>`tx_hash = ANY(${undone.map(({ txHash }) => txHash)}::text[])`)
        .execute();
    },
  };
}

/** A purse, locked until the end of the transaction. */
export type PurseScope = ReturnType<typeof createPurseScope>;

/**
 * Stores a purse that a transaction of its vault opened, and the step that opened it. One that is stored and was taken back by the
 * chain is active again.
 *
 * @param db the transaction that holds the lock on the vault
 */
export async function openPurse(db: Database, vaultId: string, purse: NewPurse, step: PurseStep): Promise<void> {
  const { openedTxid, openedVout } = purse;
  await db
    .insertInto('purses')
    .values({ ...purse, payees: purse.payees === null ? null : [...purse.payees], id: newId(), vaultId })
    .onConflict((conflict) => conflict.columns(['vaultId', 'openedTxid', 'openedVout']).doNothing())
    .execute();
  const row = await db
    .selectFrom('purses')
    .selectAll()
    .where('vaultId', '=', vaultId)
    .where('openedTxid', '=', openedTxid)
    .where('openedVout', '=', openedVout)
    .forUpdate()
    .noWait()
    .executeTakeFirstOrThrow();
  await createPurseScope(db, row).advance(step);
}
