import type { StreamPage, StreamPageRequest } from '@weir/infra';
import { viewTime } from '../../shared/chain-time.js';
import { limitOf, withCursor } from '../../shared/paging.js';
import { parseStandardParty } from '../../shared/parties.js';
import { vaultSeenBy } from '../../shared/vaults/linked-vault.js';
import type { Viewer } from '../../shared/viewer.js';
import { loadHistory } from '../load-stream.js';
import type { StreamContext } from '../stream-context.js';
import type { ListStreamsQuery } from '../streams.types.js';
import { toEventViews } from './stream-events.js';
import { toStreamView } from './stream-view.js';

/**
 * Lists rows of the context's product by party and status, the newest first.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listRows = async (
  { streams, network, serves }: StreamContext,
  query: ListStreamsQuery,
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
export const listStreams = async (context: StreamContext, query: ListStreamsQuery) => {
  const [{ rows, total, nextCursor }, asOf] = await Promise.all([listRows(context, query), viewTime(context)]);
  return { streams: rows.map((row) => toStreamView(row, asOf)), total, nextCursor };
};

/** Returns a stream with its payments to the recipient and its events, the oldest first. @throws ServiceError NOT_FOUND */
export const getStream = async (context: StreamContext, id: string, viewer?: Viewer) => {
  const [history, asOf] = await Promise.all([loadHistory(context, id), viewTime(context)]);
  const vaultId = await vaultSeenBy(context, history.stream, viewer);
  return {
    stream: { ...toStreamView(history.stream, asOf), vaultId },
    claims: history.claims,
    events: toEventViews(history),
  };
};
