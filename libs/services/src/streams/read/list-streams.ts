import type { StreamPage, StreamPageRequest, StreamStatus } from '@weir/infra';
import { viewTime } from '../../shared/chain-time.js';
import { limitOf, withCursor } from '../../shared/paging.js';
import { parseStandardParty } from '../../shared/parties.js';
import type { StreamContext } from '../stream-context.js';
import type { ListStreamsQuery, StreamsPage } from '../streams.types.js';
import { toStreamView } from './stream-view.js';

/** The query for a list of either product. */
export type ListRowsQuery = Omit<ListStreamsQuery, 'status'> & { readonly status?: StreamStatus | undefined };

/**
 * Lists rows of the context's product by party and status, the newest first.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listRows = async (
  { streams, network, serves }: StreamContext,
  query: ListRowsQuery,
): Promise<StreamPage> => {
  const hashOf = (text: string | undefined, field: string) =>
    text === undefined ? undefined : parseStandardParty(text, network, field).hashHex;
  const request: StreamPageRequest = {
    product: serves === 'either' ? undefined : serves,
    recipientHash: hashOf(query.recipient, 'recipient'),
    senderHash: hashOf(query.sender, 'sender'),
    addressHash: hashOf(query.address, 'address'),
    status: query.status,
    limit: limitOf(query),
    cursor: query.cursor,
  };
  return withCursor(() => streams.list(request));
};

/** Lists streams by party and status, the newest first. */
export const listStreams = async (context: StreamContext, query: ListStreamsQuery): Promise<StreamsPage> => {
  const [{ rows, total, nextCursor }, asOf] = await Promise.all([listRows(context, query), viewTime(context)]);
  return { streams: rows.map((row) => toStreamView(row, asOf)), total, nextCursor };
};
