import { canPushAtLowestRate, owedUpToBlock } from '@weir/covenants';
import type { ChainTransaction, StreamRecord } from '@weir/infra';
import { onChain } from '../../shared/chain-errors.js';
import { positionUnder } from '../chain/find-clock.js';
import { recordBroadcast } from '../chain/record-broadcast.js';
import type { StreamContext } from '../stream-context.js';

/** A row after its recipient was pushed what they were owed; unchanged where there was nothing to push. */
export interface PushedOwed {
  readonly stream: StreamRecord;
  /** Hash of the push; undefined where there was none. */
  readonly pushed: string | undefined;
  /** Whether something is owed that cannot be pushed because nodes' fee rate is above what the contract may pay. */
  readonly isHeldBack: boolean;
}

/**
 * Returns the time up to which a mined cancel or pause owes the recipient by now, Unix seconds. See
 * {@link owedUpToBlock}.
 */
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
  if (state === null) return { stream, pushed: undefined, isHeldBack: false };
  const position = await positionUnder(stream, state, notice, context);
  const push = position.payoutAt(until)?.buildPush();
  if (push === undefined) {
    const isHeldBack = canPushAtLowestRate(context.contracts.of(stream), position.state, until);
    return { stream, pushed: undefined, isHeldBack };
  }
  await onChain(() => context.chain.broadcast(push.hex));
  return { stream: await recordBroadcast(stream, push.txid, context), pushed: push.txid, isHeldBack: false };
};
