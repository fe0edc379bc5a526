import type { StreamRecord } from '@weir/infra';
import { toContractState } from '../contract/stored-stream.js';
import type { StreamContext } from '../stream-context.js';
import type { WatcherAction } from './protect-during-notice.js';

/**
 * Sends the move of a stream to the address that its recipient announced, once the delay is over; what was undone ends at once. Keyless:
 * the announcement has put the fee into the reserve. Where nodes ask for more it waits for a lower rate, or for somebody's coin. Sent by
 * others at the same time it is the same transaction.
 *
 * @returns what was sent
 * @throws ServiceError CHAIN_UNAVAILABLE; BROADCAST_REJECTED when the state was spent meanwhile
 */
export const finishDueMove = async (
  context: StreamContext,
  stream: StreamRecord,
): Promise<WatcherAction | undefined> => {
  const { move, state } = stream;
  if (move === null || state === null || move.availableAtHeight === null) return undefined;
  const { height } = await context.chain.tip();
  if (height + 1 < move.availableAtHeight) return undefined;
  const feeRate = await context.chain.feeRate();
  const finish = context.contracts.of(stream).at(toContractState(state, undefined), { feeRate }).buildFinish();
  if (finish === undefined) return undefined;
  await context.chain.broadcast(finish.hex);
  return { kind: 'finish', txHash: finish.txid };
};
