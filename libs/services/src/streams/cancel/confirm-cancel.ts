import { confirmResult } from '../chain/confirm-result.js';
import { confirmTransition, type ConfirmedTransition } from '../chain/confirm-transition.js';
import type { StreamContext } from '../stream-context.js';
import type { ConfirmResult } from '../streams.types.js';

/**
 * Verifies a cancel on the chain and records it.
 *
 * @throws ServiceError as {@link confirmTransition}
 */
export const verifyCancel = (id: string, txHash: string, context: StreamContext): Promise<ConfirmedTransition> =>
  confirmTransition(
    id,
    txHash,
    {
      name: 'cancel',
      mismatch: ({ kind }, { product }) =>
        kind === 'cancel' ? undefined : `The transaction is a ${kind} of this ${product}, not a cancel`,
      allowed: ({ status }) => status === 'ACTIVE' || status === 'PAUSED',
    },
    context,
  );

/** Records a stream's cancel. See {@link StreamsService.confirmCancel}. */
export const confirmCancel = async (id: string, txHash: string, context: StreamContext): Promise<ConfirmResult> => {
  const { stream, transaction } = await verifyCancel(id, txHash, context);
  return confirmResult(
    'The stream is cancelled; the rest returns to the sender after the notice',
    transaction,
    stream,
    context,
  );
};
