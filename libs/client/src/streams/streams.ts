import type { Connection } from '../connection/connection.js';
import { createRecordHandle, type Parties } from '../records/record-handle.js';
import { createRecords } from '../records/records.js';
import type { StreamHandle, Streams } from './streams.types.js';

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
