import { limitOf, type Page, withCursor } from '../shared/paging.js';
import { parsePartyKeys } from '../shared/parties.js';
import { moveView } from '../streams/read/stream-view.js';
import type { StreamContext } from '../streams/stream-context.js';

/**
 * Lists the moves that are pending of addresses of one wallet, of the sender, the recipient or the new address.
 *
 * @throws ServiceError INVALID_ADDRESS, INVALID_CURSOR
 */
export const listMoves = async (
  { streams, network }: StreamContext,
  { address, ...page }: Page & { readonly address: string },
) => {
  const parties = parsePartyKeys(address, network, 'address');
  const { moves, nextCursor } = await withCursor(() =>
    streams.pendingMoves({ parties, limit: limitOf(page), cursor: page.cursor }),
  );
  return {
    moves: moves.map(({ stream, announcementTxHash }) => ({
      id: stream.id,
      streamId: stream.streamId,
      product: stream.product,
      planId: stream.place.planId,
      sender: stream.sender,
      recipient: stream.recipient,
      announcementTxHash,
      pendingMove: moveView(stream).pendingMove,
    })),
    nextCursor,
  };
};
