import { confirmResult } from '../chain/confirm-result.js';
import { confirmTransition, type ConfirmedTransition } from '../chain/confirm-transition.js';
import type { StreamContext } from '../stream-context.js';

/**
 * Verifies a cancel on the chain and records it.
 *
 * @throws ServiceError as {@link confirmTransition}
 */
export const verifyCancel = (context: StreamContext, id: string, txHash: string): Promise<ConfirmedTransition> =>
  confirmTransition(context, id, txHash, {
    name: 'cancel',
    mismatch: ({ kind }, { product }) =>
      kind === 'cancel' ? undefined : `The transaction is a ${kind} of this ${product}, not a cancel`,
    allowed: ({ status }) => status === 'ACTIVE' || status === 'PAUSED',
  });

/** Records a stream's cancel. */
export const confirmCancel = async (context: StreamContext, id: string, txHash: string) => {
  const { stream, transaction } = await verifyCancel(context, id, txHash);
  return confirmResult(
    context,
    'The stream is cancelled; the rest returns to the sender after the notice',
    transaction,
    stream,
  );
};
