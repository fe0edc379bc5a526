import type { StreamRecord } from '@weir/infra';
import { describeAmount, echoesAmount } from '../../shared/amounts.js';
import { confirmTransition } from '../chain/confirm-transition.js';
import type { StreamContext } from '../stream-context.js';

/** What a client reports that a claim paid. */
export interface Claimed {
  readonly amount: number | string;
  /** Periods, where they are counted and the client tells. */
  readonly intervals?: number | undefined;
}

/** How a claim differs from what the client says, in words; undefined where it does not. */
const difference = (paid: bigint, { amount, intervals }: Claimed, { tokenType, recurring }: StreamRecord) => {
  if (!echoesAmount(amount, paid, tokenType))
    return `The transaction paid the recipient ${describeAmount(paid, tokenType)}, not ${amount}`;
  if (intervals === undefined || recurring === null) return undefined;
  // Only the last period of a stream pays more than the others, by less than one period.
  const periods = paid / recurring.amountPerPeriod;
  return periods === BigInt(intervals)
    ? undefined
    : `The transaction paid ${periods.toString()} periods, not ${intervals}`;
};

/**
 * Verifies a claim (or a push) on the chain, compares it with the client's report, and records it: with its row, and that of the claim.
 *
 * @throws ServiceError as {@link confirmTransition}
 */
export const verifyClaim = async (context: StreamContext, id: string, txHash: string, claimed: Claimed) => {
  const confirmed = await confirmTransition(context, id, txHash, {
    name: 'claim',
    mismatch: ({ kind, paidToRecipient }, stream) =>
      kind === 'claim' || kind === 'push'
        ? difference(paidToRecipient, claimed, stream)
        : `The transaction is a ${kind} of this ${stream.product}, not a claim`,
    allowed: ({ state }) => state !== null,
  });
  const claims = await context.streams.claimsOf(id);
  return { ...confirmed, claim: claims.find((row) => row.txHash === confirmed.transaction.txid) };
};
