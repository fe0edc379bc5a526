import type { StreamRecord, TransitionRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { blockOf, refundHeight } from '../streams/record-lineage.js';
import type { StreamContext } from '../streams/stream-context.js';

/**
 * Notes the blocks of a stream's transitions that were recorded from the mempool and have been mined since: with it the
 * refund of a cancel gets its height, and a refund becomes confirmed.
 */
export const updateFinality = async (stream: StreamRecord, context: StreamContext): Promise<StreamRecord> => {
  const unmined = (await context.streams.transitionsOf(stream.id)).filter(({ block }) => block === null);
  let current = stream;
  for (const transition of unmined) current = await noteBlock(current, transition, context);
  return current;
};

const noteBlock = async (stream: StreamRecord, { txHash, kind }: TransitionRecord, { chain, streams }: StreamContext): Promise<StreamRecord> => {
  const transaction = await onChain(() => chain.transaction(txHash));
  const block = blockOf(transaction);
  if (block === null) return stream;
  return streams.withStream(stream.id, async (scope) => {
    await scope.setBlock(txHash, block);
    const { refund } = scope.stream;
    if (refund === null) return scope.stream;
    if (kind === 'cancel') return scope.update({ refund: { ...refund, availableAtHeight: refundHeight(transaction, scope.stream.cancelNoticeBlocks) } });
    return kind === 'refund' ? scope.update({ refund: { ...refund, status: 'confirmed' } }) : scope.stream;
  });
};
