import type { ChainTransaction, StreamClaimRecord, StreamRecord } from '@weir/infra';
import { viewTime } from '../../shared/chain-time.js';
import { toStreamView } from '../read/stream-view.js';
import type { StreamContext } from '../stream-context.js';

/** Makes the answer of a successful confirm endpoint. */
export const confirmResult = async (
  context: StreamContext,
  message: string,
  transaction: ChainTransaction,
  stream: StreamRecord,
  claim?: StreamClaimRecord,
) => {
  const view = toStreamView(stream, await viewTime(context));
  return {
    message,
    txHash: transaction.txid,
    status: view.status,
    confirmations: transaction.confirmations,
    finality: transaction.finality,
    stream: view,
    ...(claim !== undefined && { claim }),
  };
};
