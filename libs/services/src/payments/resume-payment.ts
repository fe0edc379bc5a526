import type { StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { usableTime } from '../shared/chain-time.js';
import { withFunds } from '../shared/funds.js';
import { ServiceError } from '../shared/service-error.js';
import { positionOf } from '../streams/chain/find-clock.js';
import { syncStream } from '../streams/chain/sync-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import { loadAsSender, type SenderRequest } from './load-as-sender.js';
import { isLastRunning } from './pause-payment.js';
import type { ResumeInfo } from './payments.types.js';
import { settlePayment } from './settle-payment.js';

const assertPaused = ({ status }: StreamRecord): void => {
  if (status !== 'PAUSED')
    throw new ServiceError('WRONG_STATE', `The payment is ${status}; only a PAUSED one can be resumed`, { status });
};

/** The payment with its pause settled, which this does where the notice is over and nobody did. */
const settled = async (payment: StreamRecord, context: StreamContext): Promise<StreamRecord> =>
  payment.pause?.settled === true ? payment : settlePayment(payment.id, context);

/** Builds the sender's resume to sign. See {@link PaymentsService.resume}. */
export const resumePayment = async (
  id: string,
  request: SenderRequest,
  context: StreamContext,
): Promise<ResumeInfo> => {
  const stored = await loadAsSender(id, request, 'resume', context);
  assertPaused(stored);
  const synced = await syncStream(stored, context);
  assertPaused(synced);
  const payment = await settled(synced, context);
  const time = await onChain(() => usableTime(context));
  const resume = (await positionOf(payment, context))?.resumeAt(time);
  if (resume === undefined && isLastRunning(payment))
    throw new ServiceError(
      'WRONG_STATE',
      'Only the period that runs is left, and it is paid at its date although the payment is paused: there is nothing to resume',
      { status: payment.status, periodsLeft: 1 },
    );
  if (resume === undefined)
    throw new ServiceError(
      'WRONG_STATE',
      'The payment cannot be resumed at this moment; ask again after the next block',
      { retryable: true },
    );
  const { sender } = context.contracts.of(payment);
  const coins = await onChain(() => context.chain.unspent(sender));
  const { wcTransaction } = withFunds('sender', () => resume.build(coins));
  return { nextPaymentDate: Number(resume.nextDue), asOf: Number(time), wcTransaction };
};
