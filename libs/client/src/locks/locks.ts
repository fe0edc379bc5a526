import type { Connection } from '../connection/connection.js';
import { createRecordHandle, createRecords, type Parties } from '../records/record-handle.js';
import { createCurveReads, type CurveReads } from '../streams/streams.js';
import type {} from '../types/locks.types.js';
import type { RecordHandle, Records } from '../types/records.types.js';

/** A lock, and what its parties can do with it: nobody can cancel it. */
export interface LockHandle extends RecordHandle<'locks'>, CurveReads<'LockScheduleResponse'> {}

/** The locks' part of a client. A list of locks is a plan: `plans.create({ product: 'lock', … })`. */
export type Locks = Records<'locks', LockHandle>;

const createLockHandle = (connection: Connection, id: string, known?: Parties): LockHandle => ({
  ...createRecordHandle(connection, { product: 'locks', id, known, partiesOf: ({ lock }) => lock }).handle,
  ...createCurveReads<'LockScheduleResponse'>(connection, 'locks', id),
});

/** Creates the locks' part of a client. */
export const createLocks = (connection: Connection): Locks =>
  createRecords(connection, {
    product: 'locks',
    recordOf: ({ lock }) => lock,
    rowsOf: ({ locks }) => locks,
    handleOf: (id, known) => createLockHandle(connection, id, known),
  });
