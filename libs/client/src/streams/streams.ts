import type { Connection } from '../connection/connection.js';
import { createCancelableHandle, createRecords, type Parties } from '../records/record-handle.js';
import type { Answered, BodyOf, Schemas, WithAmounts } from '../shared/amounts.js';
import { recordRequests } from '../steps/record-requests.js';
import type { RecordHandle, Records, SenderMoves } from '../types/records.types.js';

/** A stream's record. */
export type Stream = Answered<'Stream'>;
/** A stream with its payments and its history. */
export type StreamDetail = Answered<'GetStreamResponse'>;
/** What a stream is created with. Amounts may also be bigint: satoshis, or base units of a token. */
export type StreamTerms = WithAmounts<BodyOf<'createStream'>>;
/** The answer to a confirmed step. */
export type StreamConfirmation = Answered<'ConfirmResponse'>;

/** How a stream pays. */
interface CurveReads {
  /**
   * Reads the curve of what has vested, for charts.
   *
   * @param points number of points, 2 to 1,000
   */
  schedule(points?: number): Promise<Answered<'StreamScheduleResponse'>>;
  /** Reads what is due, and to whom. */
  claimInfo(): Promise<Answered<'ClaimInfoResponse'>>;
}

/** A stream, and what its parties can do with it. */
export interface StreamHandle extends RecordHandle<'streams'>, SenderMoves<'streams'>, CurveReads {}

/** The streams' part of a client. */
export type Streams = Records<'streams', StreamHandle>;

const createCurveReads = (connection: Connection, id: string): CurveReads => {
  const { get } = recordRequests(connection, 'streams');
  const path = { id };
  return {
    schedule: (points) =>
      connection.ask(get<Schemas['StreamScheduleResponse']>('/{id}/schedule', { params: { path, query: { points } } })),
    claimInfo: () => connection.ask(get<Schemas['ClaimInfoResponse']>('/{id}/claim-info', { params: { path } })),
  };
};

/** Creates the handle of a stream. A lock is one that nobody can cancel. */
export const createStreamHandle = (connection: Connection, id: string, known?: Parties): StreamHandle => ({
  ...createCancelableHandle(connection, { product: 'streams', id, known, partiesOf: ({ stream }) => stream }).handle,
  ...createCurveReads(connection, id),
});

/** Creates the streams' part of a client. */
export const createStreams = (connection: Connection): Streams =>
  createRecords(connection, {
    product: 'streams',
    recordOf: ({ stream }) => stream,
    rowsOf: ({ streams }) => streams,
    handleOf: (id, known) => createStreamHandle(connection, id, known),
  });
