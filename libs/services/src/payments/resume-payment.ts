import type { StreamRecord } from '@weir/infra';
import { onChain } from '../shared/chain-errors.js';
import { usableTime } from '../shared/chain-time.js';
import { withFunds } from '../shared/covenant-refusals.js';
import { ServiceError } from '../shared/service-error.js';
import { positionOf } from '../streams/chain/find-clock.js';
import { syncStream } from '../streams/chain/sync-stream.js';
import { wrongState } from '../streams/load-stream.js';
import type { StreamContext } from '../streams/stream-context.js';
import { loadAsSender } from './load-as-sender.js';
import { isLastRunning } from './pause-payment.js';
import { settlePayment } from './settle-payment.js';

const assertPaused = (payment: StreamRecord): void => {
  if (payment.status !== 'PAUSED') throw wrongState(payment, '; only a PAUSED one can be resumed');
};

/** The payment with its pause settled, which this does where the notice is over and nobody did. */
const settled = async (context: StreamContext, payment: StreamRecord): Promise<StreamRecord> =>
  payment.pause?.settled === true ? payment : settlePayment(context, payment.id);

/**
 * Builds the sender's resume to sign, and settles the pause before it where that is due.
 *
 * @param named the sender that the request names; must be the caller
 * @throws ServiceError as {@link loadAsSender}; NOTICE_NOT_OVER with `availableAtHeight` until the pause can be settled,
 * WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const resumePayment = async (context: StreamContext, id: string, caller: string, named?: string) => {
  const stored = await loadAsSender(context, id, { caller, sender: named }, 'resume');
  assertPaused(stored);
  const synced = await syncStream(context, stored);
  assertPaused(synced);
  const payment = await settled(context, synced);
  const time = await onChain(() => usableTime(context));
  const resume = (await positionOf(context, payment))?.resumeAt(time);
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
