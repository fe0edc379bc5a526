import { sql, type Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/resource-events.js';
import { notBefore, NOW } from '../statements.js';
import type { Block, NewTransition, Resource, TransitionRecord } from '../transitions/transition-record.js';
import {
  releaseTransactionHashes,
  appendTransition,
  deleteTransitionsFrom,
  setTransitionBlock,
  transitionByHash,
  transitionsOf,
} from '../transitions/transitions.repository.js';
import { toNewClaimRow, type NewStreamClaim, noteAsked, noteAtRisk, noteRecorded, noteUndone } from './record-steps.js';
import {
  streamChainColumns,
  toChangedColumns,
  toStreamRecord,
  type StreamChanges,
  type StreamClaimRecord,
  type StreamRecord,
} from './stream-record.js';
import type { StreamsTable } from './stream-tables.js';

/** A stream locked until the end of the transaction. Everything done here is stored together or not at all. */
export interface StreamScope {
  /** The row as it is now in this transaction. */
  readonly stream: StreamRecord;
  /** Transitions recorded so far, the funding first. */
  transitions(): Promise<readonly TransitionRecord[]>;
  /**
   * Records a step of the lineage, its event and what it changes in the row. A transaction that is recorded already
   * changes nothing and gives the earlier record with `recorded: false`.
   */
  advance(
    transition: NewTransition,
    changes: StreamChanges,
  ): Promise<{ transition: TransitionRecord; recorded: boolean }>;
  /** Changes the row without a step on the chain (a refund was broadcast, ...). */
  update(changes: StreamChanges): Promise<StreamRecord>;
  /** Records a payment to the recipient, once for each transaction. */
  recordClaim(claim: NewStreamClaim): Promise<{ claim: StreamClaimRecord; recorded: boolean }>;
  /** Notes the block of a recorded transition, or with null that it is unmined again; false when it is not recorded. */
  setBlock(txHash: string, block: Block | null): Promise<boolean>;
  /**
   * Undoes every transition from `sequence` on: the row is as it was before, their claims are gone and the
   * hash of a plan's funding is free. Later changes made by {@link update} are undone with them. Each leaves an event that says why, and a funding
   * is remembered as lost.
   * @returns what was undone, in order; empty when there is no such transition
   */
  rollbackFrom(
    sequence: number,
    cause: RollbackCause & { readonly height: number },
  ): Promise<readonly TransitionRecord[]>;
  /** Notes that the recipient asked for a payment that is recorded as found on the chain: its events say so. */
  noteAsked(txHash: string): Promise<void>;
  /**
   * Records the event that nodes ask more for relaying than a push without a signature pays, once for each notice.
   * @param notice the step that began the notice
   * @returns false where it was recorded before
   */
  noteAtRisk(notice: TransitionRecord): Promise<boolean>;
}

/** Makes the scope of a locked stream. @param db the transaction that holds the lock on `locked` */
export function createStreamScope(db: Database, locked: Selectable<StreamsTable>): StreamScope {
  const { id } = locked;
  const resource: Resource = { type: 'stream', id };
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
    get stream() {
      return stream;
    },
    transitions: () => transitionsOf(db, resource),
    update,
    async advance(transition, changes) {
      const known = await transitionByHash(db, resource, transition.txHash);
      if (known !== undefined) return { transition: known, recorded: false };
      const added = await appendTransition(db, resource, transition, streamChainColumns.state(id));
      await update(changes);
      await noteRecorded(db, resource, added, stream);
      return { transition: added, recorded: true };
    },
    recordClaim: (claim) => recordClaim(db, id, claim),
    setBlock: (txHash, block) => setTransitionBlock(db, resource, txHash, block),
    noteAsked: (txHash) => noteAsked(db, resource, txHash),
    noteAtRisk: (notice) => noteAtRisk(db, resource, notice),
    async rollbackFrom(sequence, { height, ...cause }) {
      const restored = await streamChainColumns.restore(db, resource, sequence);
      if (restored === undefined) return [];
      stream = toStreamRecord(restored);
      const undone = await deleteTransitionsFrom(db, resource, sequence);
      const hashes = undone.map(({ txHash }) => txHash);
      await db.deleteFrom('streamClaims').where('streamId', '=', id).where('txHash', 'in', hashes).execute();
      // The funding of a list is its plan's.
      if (locked.planId !== null) await releaseTransactionHashes(db, hashes, { type: 'plan', id: locked.planId });
      await noteUndone(db, resource, undone, { stream, cause, height });
      return undone;
    },
  };
}

async function recordClaim(db: Database, streamId: string, claim: NewStreamClaim) {
  const added = await db
    .insertInto('streamClaims')
    .values(toNewClaimRow(streamId, claim))
    .onConflict((conflict) => conflict.columns(['streamId', 'txHash']).doNothing())
    .returningAll()
    .executeTakeFirst();
  if (added !== undefined) return { claim: added, recorded: true };
  const known = await db
    .selectFrom('streamClaims')
    .selectAll()
    .where('streamId', '=', streamId)
    .where('txHash', '=', claim.txHash)
    .executeTakeFirstOrThrow();
  return { claim: known, recorded: false };
}
