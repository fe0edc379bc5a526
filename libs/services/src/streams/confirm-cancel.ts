import { confirmResult } from './confirm-result.js';
import { confirmTransition } from './confirm-transition.js';
import type { StreamContext } from './stream-context.js';
import type { ConfirmResult } from './streams.types.js';

/** Records a cancel that is on the chain. See {@link StreamsService.confirmCancel}. */
export const confirmCancel = async (id: string, txHash: string, context: StreamContext): Promise<ConfirmResult> => {
  const { stream, transaction } = await confirmTransition(
    id,
    txHash,
    {
      name: 'cancel',
      mismatch: ({ kind }) => (kind === 'cancel' ? undefined : `The transaction is a ${kind} of this stream, not a cancel`),
      allowed: ({ status }) => status === 'ACTIVE',
    },
    context,
  );
  return confirmResult('The stream is cancelled; the rest returns to the sender after the notice', transaction, stream, context);
};
