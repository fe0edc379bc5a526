import { InvalidCursorError } from '@weir/infra';
import { parseParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { viewTime } from './stream-context.js';
import type { StreamContext } from './stream-context.js';
import { toStreamView } from './stream-view.js';
import type { ListStreamsQuery, StreamsPage } from './streams.types.js';

/** Rows where a client asks for no page: one that knows only the specification must not lose rows silently. */
const UNPAGED_LIMIT = 1_000;
const MAX_PAGE = 200;

const limitOf = ({ limit, cursor }: ListStreamsQuery): number => limit ?? (cursor === undefined ? UNPAGED_LIMIT : MAX_PAGE);

/** Streams by party and status, the newest first. See {@link StreamsService.list}. */
export const listStreams = async (query: ListStreamsQuery, context: StreamContext): Promise<StreamsPage> => {
  const hashOf = (text: string | undefined, field: string) => (text === undefined ? undefined : parseParty(text, context.network, field).hashHex);
  const request = {
    recipientHash: hashOf(query.recipient, 'recipient'),
    senderHash: hashOf(query.sender, 'sender'),
    addressHash: hashOf(query.address, 'address'),
    status: query.status,
    limit: limitOf(query),
    cursor: query.cursor,
  };
  try {
    const [page, asOf] = await Promise.all([context.streams.list(request), viewTime(context)]);
    return { streams: page.rows.map((row) => toStreamView(row, asOf)), total: page.total, nextCursor: page.nextCursor };
  } catch (error) {
    if (!(error instanceof InvalidCursorError)) throw error;
    throw new ServiceError('INVALID_CURSOR', error.message, { field: 'cursor' }, { cause: error });
  }
};
