import { confirmResult } from './confirm-result.js';
import { confirmTransition } from './confirm-transition.js';
import type { StreamContext } from './stream-context.js';
import { describeAmount, echoesAmount } from '../shared/asset-amount.js';
import type { ConfirmResult } from './streams.types.js';

/** Records a claim (or a push) that is on the chain. See {@link StreamsService.confirmClaim}. */
export const confirmClaim = async (id: string, txHash: string, claimedAmount: number | string, context: StreamContext): Promise<ConfirmResult> => {
  const { stream, transaction } = await confirmTransition(
    id,
    txHash,
    {
      name: 'claim',
      mismatch: ({ kind, paidToRecipient }, { tokenType }) => {
        if (kind !== 'claim' && kind !== 'push') return `The transaction is a ${kind} of this stream, not a claim`;
        if (echoesAmount(claimedAmount, paidToRecipient, tokenType)) return undefined;
        return `The transaction paid the recipient ${describeAmount(paidToRecipient, tokenType)}, not ${claimedAmount}`;
      },
      allowed: ({ state }) => state !== null,
    },
    context,
  );
  const claims = await context.streams.claimsOf(id);
  const claim = claims.find((row) => row.txHash === transaction.txid);
  const message = stream.status === 'COMPLETED' ? 'The claim is recorded; the stream is complete' : 'The claim is recorded';
  return confirmResult(message, transaction, stream, context, claim);
};
