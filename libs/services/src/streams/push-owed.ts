import { owedUpToBlock } from '@weir/covenants';
import type { ChainTransaction, StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { positionUnder } from './find-clock.js';
import { recordBroadcast } from './record-broadcast.js';
import type { StreamContext } from './stream-context.js';

/** A row after the push of what its recipient was owed: the same one where there was nothing to push. */
export interface PushedOwed {
  readonly stream: StreamRecord;
  /** Hash of the push; undefined where there was none. */
  readonly pushed: string | undefined;
}

/** The time to which a mined cancel or pause owes the recipient by now, Unix seconds. See {@link owedUpToBlock}. */
export const owedUnder = async (
  noticeHeight: number,
  { cancelNoticeBlocks: noticeBlocks }: StreamRecord,
  { chain }: StreamContext,
): Promise<bigint> =>
  onChain(async () => {
    const { height: tipHeight } = await chain.tip();
    return BigInt(await chain.medianTimePast(owedUpToBlock({ noticeHeight, noticeBlocks, tipHeight }))) - 1n;
  });

/**
 * Pushes to the recipient of a stream under notice what was due at a time, where the contract pays for it. Keyless.
 *
 * @throws ServiceError CHAIN_UNAVAILABLE; BROADCAST_REJECTED when the state was spent meanwhile
 */
export const pushOwed = async (
  stream: StreamRecord,
  notice: ChainTransaction,
  until: bigint,
  context: StreamContext,
): Promise<PushedOwed> => {
  const { state } = stream;
  const payout = state === null ? undefined : positionUnder(stream, state, notice, context).payoutAt(until);
  const push = payout?.buildPush();
  if (push === undefined) return { stream, pushed: undefined };
  await onChain(() => context.chain.broadcast(push.hex));
  return { stream: await recordBroadcast(stream, push.txid, context), pushed: push.txid };
};
