import { sql, type Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/resource-events.js';
import type { StreamsTable } from '../generated/tables.js';
import { notBefore, NOW } from '../sql/statements.js';
import type { Block, NewTransition, Resource, TransitionRecord } from '../transitions/transition-record.js';
import {
  releaseTransactionHashes,
  useTransactionHash,
  appendTransition,
  deleteTransitionsFrom,
  setTransitionBlock,
  transitionByHash,
  transitionsOf,
} from '../transitions/transitions.repository.js';
import { noteUndone } from '../watch/watch.repository.js';
import { amountOf, toNewClaimRow, type NewStreamClaim, noteAsked, noteAtRisk, noteRecorded } from './record-steps.js';
import { streamChainColumns, toChangedColumns, toStreamRecord, type StreamChanges } from './stream-record.js';
import { type StreamTruth, writeStreamTruth } from './stream-truth.js';

/** Makes the scope of a locked stream. @param db the transaction that holds the lock on `locked` */
export function createStreamScope(db: Database, locked: Selectable<StreamsTable>) {
  const { id } = locked;
  const resource: Resource = { type: 'stream', id };
  const isLockOfOne = locked.contract === 'LOCK' && locked.planId === null && locked.campaignId === null;
  let stream = toStreamRecord(locked);

  const update = async (changes: StreamChanges) => {
    const row = await db
      .updateTable('streams')
      .set({
        ...toChangedColumns(changes),
        ...(changes.funding && { activatedAt: notBefore(changes.funding.activatedAt, sql.ref('createdAt')) }),
        updatedAt: NOW,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return (stream = toStreamRecord(row));
  };

  return {
    /** The row as it is now in this transaction. */
    get stream() {
      return stream;
    },
    transitions: () => transitionsOf(db, resource),
    /** Changes the row without a step on the chain (a refund was broadcast, ...). */
    update,
    /**
     * Records a step of the lineage, its event and what it changes in the row. A transaction that is recorded already
     * changes nothing and gives the earlier record with `recorded: false`.
     *
     * @throws TransactionHashInUseError where another record has the funding of a lock
     */
    async advance(transition: NewTransition, changes: StreamChanges) {
      const known = await transitionByHash(db, resource, transition.txHash);
      if (known !== undefined) return { transition: known, recorded: false };
      // Equal locks lie at one address: a funding is that of one record.
      if (transition.kind === 'fund' && isLockOfOne) await useTransactionHash(db, transition.txHash, resource);
      const added = await appendTransition(db, resource, transition, streamChainColumns.state(id));
      await update(changes);
      await noteRecorded(db, resource, added, stream);
      return { transition: added, recorded: true };
    },
    /** Records a payment to the recipient. @returns false where it was recorded before */
    async recordClaim(claim: NewStreamClaim) {
      const { numInsertedOrUpdatedRows = 0n } = await db
        .insertInto('streamClaims')
        .values(toNewClaimRow(id, claim))
        .onConflict((conflict) => conflict.columns(['streamId', 'txHash']).doNothing())
        .executeTakeFirst();
      return numInsertedOrUpdatedRows > 0n;
    },
    /** Writes the record as the chain has it. See {@link writeStreamTruth}. */
    async rewrite(truth: StreamTruth) {
      return (stream = await writeStreamTruth(db, truth));
    },
    setBlock: (txHash: string, block: Block | null) => setTransitionBlock(db, resource, txHash, block),
    noteAsked: (txHash: string) => noteAsked(db, resource, txHash),
    noteAtRisk: (notice: TransitionRecord) => noteAtRisk(db, resource, notice),
    /**
     * Undoes every transition from `sequence` on: the row is as it was before, their claims are gone and the
     * hash of a plan's funding is free. Later changes made by {@link update} are undone with them. Each leaves an event that says why, and a funding
     * is remembered as lost.
     * @returns what was undone, in order; empty when there is no such transition
     */
    async rollbackFrom(sequence: number, cause: RollbackCause & { readonly height: number }) {
      const restored = await streamChainColumns.restore(db, resource, sequence);
      if (restored === undefined) return [];
      stream = toStreamRecord(restored);
      const undone = await deleteTransitionsFrom(db, resource, sequence);
      const hashes = undone.map(({ txHash }) => txHash);
      await db.deleteFrom('streamClaims').where('streamId', '=', id).where('txHash', 'in', hashes).execute();
      // The funding of a list is its plan's.
      if (locked.planId !== null) await releaseTransactionHashes(db, hashes, { type: 'plan', id: locked.planId });
      if (isLockOfOne) await releaseTransactionHashes(db, hashes, resource);
      await noteUndone(db, resource, undone, (step) => amountOf(step, stream), cause);
      return undone;
    },
  };
}

/** A stream locked until the end of the transaction. Everything done here is stored together or not at all. */
export type StreamScope = ReturnType<typeof createStreamScope>;
