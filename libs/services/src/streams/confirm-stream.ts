import type { StreamClaimRecord } from '@weir/infra';
import { confirmationOf } from '../shared/chain-errors.js';
import { viewTime } from '../shared/chain-time.js';
import { confirmTransition, type ConfirmedTransition, expectedMove, verifyClaim } from './chain/confirm-transition.js';
import { verifyFunding } from './funding/verify-funding.js';
import { wordOf } from './load-stream.js';
import { toStreamView } from './read/stream-view.js';
import type { StreamContext } from './stream-context.js';

const confirmed = async (
  context: StreamContext,
  message: (word: string) => string,
  { stream: row, transaction }: ConfirmedTransition,
  claim?: StreamClaimRecord,
) => {
  const stream = toStreamView(row, await viewTime(context));
  return {
    ...confirmationOf(message(wordOf(row)), transaction),
    status: stream.status,
    stream,
    ...(claim !== undefined && { claim }),
  };
};

/** Records a stream's funding. @throws ServiceError as {@link verifyFunding} */
export const confirmFunding = async (context: StreamContext, id: string, txHash: string) =>
  confirmed(context, (word) => `The ${word} is funded and active`, await verifyFunding(context, id, txHash));

/** Records a stream's claim. @throws ServiceError as {@link confirmTransition} */
export const confirmClaim = async (context: StreamContext, id: string, txHash: string, amount: number | string) => {
  const { claim, ...transition } = await verifyClaim(context, id, txHash, { amount });
  const isComplete = transition.stream.status === 'COMPLETED';
  return confirmed(
    context,
    (word) => `The claim is recorded${isComplete ? `; the ${word} is completed` : ''}`,
    transition,
    claim,
  );
};

/** Records a stream's cancel. @throws ServiceError as {@link confirmTransition} */
export const confirmCancel = async (context: StreamContext, id: string, txHash: string) =>
  confirmed(
    context,
    () => 'The stream is cancelled; the rest returns to the sender after the notice',
    await confirmTransition(context, id, txHash, expectedMove('cancel')),
  );
