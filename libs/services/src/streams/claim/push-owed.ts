import { owedUpToBlock, type ContractState } from '@weir/covenants';
import { BroadcastRejectedError, type ChainTransaction, type StreamRecord } from '@weir/infra';
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
  { chain }: StreamContext,
  noticeHeight: number,
  { cancelNoticeBlocks: noticeBlocks }: StreamRecord,
): Promise<bigint> =>
  onChain(async () => {
    const { height: tipHeight } = await chain.tip();
    return BigInt(await chain.medianTimePast(owedUpToBlock({ noticeHeight, noticeBlocks, tipHeight }))) - 1n;
  });

/**
 * Pushes at the lowest fee rate what the contract pays for at no higher one. Nodes that do ask for more refuse it; but one server
 * that lies about the rate could hold every push back until the sender has taken the refund.
 */
const pushCheaply = async (
  context: StreamContext,
  stream: StreamRecord,
  state: ContractState,
  until: bigint,
): Promise<PushedOwed> => {
  const push = context.contracts.of(stream).at(state).payoutAt(until)?.buildPush();
  if (push === undefined) return { stream, pushed: undefined, isHeldBack: false };
  const isTaken = await onChain(() =>
    context.chain.broadcast(push.hex).then(
      () => true,
      (error: unknown) => {
        if (error instanceof BroadcastRejectedError) return false;
        throw error;
      },
    ),
  );
  if (!isTaken) return { stream, pushed: undefined, isHeldBack: true };
  return { stream: await recordBroadcast(context, stream, push.txid), pushed: push.txid, isHeldBack: false };
};

/**
 * Pushes to the recipient of a stream under notice what was due at a time, where the contract pays for it. Keyless.
 *
 * @throws ServiceError CHAIN_UNAVAILABLE; BROADCAST_REJECTED when the state was spent meanwhile
 */
export const pushOwed = async (
  context: StreamContext,
  stream: StreamRecord,
  notice: ChainTransaction,
  until: bigint,
): Promise<PushedOwed> => {
  const { state } = stream;
  if (state === null) return { stream, pushed: undefined, isHeldBack: false };
  const position = await positionUnder(context, stream, state, notice);
  const push = position.payoutAt(until)?.buildPush();
  if (push === undefined) return pushCheaply(context, stream, position.state, until);
  await onChain(() => context.chain.broadcast(push.hex));
  return { stream: await recordBroadcast(context, stream, push.txid), pushed: push.txid, isHeldBack: false };
};
