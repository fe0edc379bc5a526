import type { Connection } from '../connection/connection.js';
import { createRecordHandle, createRecords, type Parties } from '../records/record-handle.js';
import type { RecordHandle, Records } from '../records/records.types.js';
import type { Answered, BodyOf, WithAmounts } from '../shared/amounts.js';

/** A stream's record. */
export type Stream = Answered<'Stream'>;
/** A stream with its payments and its history. */
export type StreamDetail = Answered<'GetStreamResponse'>;
/** What a stream is created with. Amounts may also be bigint: satoshis, or base units of a token. */
export type StreamTerms = WithAmounts<BodyOf<'createStream'>>;
/** The answer to a confirmed step. */
export type StreamConfirmation = Answered<'ConfirmResponse'>;

/** A stream, and what its parties can do with it. */
export interface StreamHandle extends RecordHandle<'streams'> {
  /**
   * Reads the curve of what has vested, for charts.
   *
   * @param points number of points, 2 to 1,000
   */
  schedule(points?: number): Promise<Answered<'StreamScheduleResponse'>>;
  /** Reads what is due, and to whom. */
  claimInfo(): Promise<Answered<'ClaimInfoResponse'>>;
}

/** The streams' part of a client. */
export type Streams = Records<'streams', StreamHandle>;

const createStreamHandle = (connection: Connection, id: string, known?: Parties): StreamHandle => {
  const { api, ask } = connection;
  const params = { path: { id } };
  const { handle } = createRecordHandle(connection, {
    ...{ product: 'streams', id, known },
    partiesOf: ({ stream }) => stream,
  });
  return {
    ...handle,
    schedule: (points) =>
      ask((sent) =>
        api.GET('/api/streams/{id}/schedule', {
          ...sent,
          params: { ...params, query: points === undefined ? {} : { points } },
        }),
      ),
    claimInfo: () => ask((sent) => api.GET('/api/streams/{id}/claim-info', { ...sent, params })),
  };
};

/** Creates the streams' part of a client. */
export const createStreams = (connection: Connection): Streams =>
  createRecords(connection, {
    product: 'streams',
    recordOf: ({ stream }) => stream,
    rowsOf: ({ streams }) => streams,
    handleOf: (id, known) => createStreamHandle(connection, id, known),
  });
