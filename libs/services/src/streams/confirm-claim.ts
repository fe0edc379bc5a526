import type { StreamClaimRecord } from '@weir/infra';
import { describeAmount, echoesAmount } from '../shared/asset-amount.js';
import { confirmResult } from './confirm-result.js';
import { confirmTransition } from './confirm-transition.js';
import type { ConfirmedTransition } from './confirm-transition.js';
import type { StreamContext } from './stream-context.js';
import type { ConfirmResult } from './streams.types.js';

/** A claim that is on the chain and recorded, with its row. */
export interface ConfirmedClaim extends ConfirmedTransition {
  readonly claim: StreamClaimRecord | undefined;
}

/**
 * Verifies a claim (or a push) of this amount on the chain and records it.
 *
 * @throws ServiceError as {@link confirmTransition}
 */
export const verifyClaim = async (id: string, txHash: string, claimedAmount: number | string, context: StreamContext): Promise<ConfirmedClaim> => {
  const confirmed = await confirmTransition(
    id,
    txHash,
    {
      name: 'claim',
      mismatch: ({ kind, paidToRecipient }, { tokenType, product }) => {
        if (kind !== 'claim' && kind !== 'push') return `The transaction is a ${kind} of this ${product}, not a claim`;
        if (echoesAmount(claimedAmount, paidToRecipient, tokenType)) return undefined;
        return `The transaction paid the recipient ${describeAmount(paidToRecipient, tokenType)}, not ${claimedAmount}`;
      },
      allowed: ({ state }) => state !== null,
    },
    context,
  );
  const claims = await context.streams.claimsOf(id);
  return { ...confirmed, claim: claims.find((row) => row.txHash === confirmed.transaction.txid) };
};

/** Records a stream's claim. See {@link StreamsService.confirmClaim}. */
export const confirmClaim = async (id: string, txHash: string, claimedAmount: number | string, context: StreamContext): Promise<ConfirmResult> => {
  const { stream, transaction, claim } = await verifyClaim(id, txHash, claimedAmount, context);
  const message = stream.status === 'COMPLETED' ? 'The claim is recorded; the stream is complete' : 'The claim is recorded';
  return confirmResult(message, transaction, stream, context, claim);
};
