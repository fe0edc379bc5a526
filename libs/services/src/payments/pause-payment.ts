import type { StreamRecord } from '@weir/infra';
import { refusalOf } from '../shared/chain-errors.js';
import { usableTime } from '../shared/chain-time.js';
import type { Caller } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import type { PayingWallet } from '../shared/wallet-coins.js';
import { bySender } from '../streams/cancel/cancel-stream.js';
import { endNotice } from '../streams/cancel/end-notice.js';
import { positionOf } from '../streams/chain/find-clock.js';
import { followStream } from '../streams/chain/follow-stream.js';
import { loadAsSender, loadStream, wrongState } from '../streams/load-stream.js';
import type { StreamContext } from '../streams/stream-context.js';

const noPause = (payment: StreamRecord): ServiceError => wrongState(payment, ': there is no pause to settle');

/**
 * Sends the keyless settling of a pause whose notice is over: from then on nothing falls due. What fell due until then is
 * pushed before it.
 *
 * @returns the row with it
 * @throws ServiceError NOT_FOUND, WRONG_STATE, NOTICE_NOT_OVER, FEE_RATE_TOO_HIGH, BROADCAST_REJECTED, CHAIN_UNAVAILABLE
 */
export const settlePayment = async (context: StreamContext, id: string): Promise<StreamRecord> => {
  const synced = await followStream(context, await loadStream(context, id));
  if (synced.pause?.settled !== false) throw noPause(synced);
  const { stream } = await endNotice(context, synced);
  // The push may have paid the last period.
  if (stream.pause?.settled !== true) throw noPause(stream);
  return stream;
};

/** Whether a payment is paused and its pause not settled. */
export const isPausing = ({ status, pause }: StreamRecord): boolean => status === 'PAUSED' && pause?.settled !== true;

const UNSETTLED: ReadonlySet<string> = new Set([
  'NOTICE_NOT_OVER',
  'WRONG_STATE',
  'FEE_RATE_TOO_HIGH',
  'BROADCAST_REJECTED',
]);

/**
 * Returns the refusal of a settling that failed for reasons of its one payment, so that it holds up no other: its notice runs,
 * the push before it paid the last period, nodes ask more than its contract may pay, or somebody else was faster. Undefined for
 * any other error.
 */
export const whyUnsettled = (error: unknown): ServiceError | undefined => {
  const refusal = refusalOf(error);
  return refusal !== undefined && UNSETTLED.has(refusal.code) ? refusal : undefined;
};

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
export const resumePayment = async (
  context: StreamContext,
  id: string,
  caller: Caller,
  named?: string,
  wallet?: PayingWallet,
) => {
  const stored = await loadAsSender(context, id, 'resume', [caller, named]);
  assertPaused(stored);
  const synced = await followStream(context, stored);
  assertPaused(synced);
  const payment = await settled(context, synced);
  const time = await usableTime(context);
  const resume = (await positionOf(context, payment))?.resumeAt(time);
  if (resume === undefined && isLastRunning(payment))
    throw new ServiceError(
      'WRONG_STATE',
      'Only the running period is left, and it is paid at its date even while the payment is paused. There is nothing to resume',
      { status: payment.status, periodsLeft: 1 },
    );
  if (resume === undefined)
    throw new ServiceError(
      'WRONG_STATE',
      'The payment cannot be resumed at this moment; ask again after the next block',
      { retryable: true },
    );
  const { wcTransaction } = await bySender(context, payment, wallet, (funds) => resume.build(funds));
  return { nextPaymentDate: Number(resume.nextDue), asOf: Number(time), wcTransaction };
};

const assertPausable = (payment: StreamRecord): void => {
  if (payment.recurring?.pausable !== true) {
    throw new ServiceError('NOT_PAUSABLE', 'The payment was created as not pausable, and its contract enforces that', {
      pausable: false,
    });
  }
  if (payment.status !== 'ACTIVE') throw wrongState(payment, '; only an ACTIVE one can be paused');
};

/** Whether only one period is left, which a pause would not hold back. @param due periods that the pause itself pays */
export const isLastRunning = ({ recurring, progress }: StreamRecord, due = 0): boolean =>
  (recurring?.periods ?? 0) - (progress?.paid ?? 0) - due <= 1;

/**
 * Builds the sender's pause to sign.
 *
 * @param named the sender that the request names; must be the caller
 * @throws ServiceError as {@link loadAsSender}; NOT_PAUSABLE where the contract allows none, WRONG_STATE, CHAIN_UNAVAILABLE
 */
export const pausePayment = async (
  context: StreamContext,
  id: string,
  caller: Caller,
  named?: string,
  wallet?: PayingWallet,
) => {
  const stored = await loadAsSender(context, id, 'pause', [caller, named]);
  assertPausable(stored);
  const payment = await followStream(context, stored);
  assertPausable(payment);
  const asOf = await usableTime(context);
  const paying = (await positionOf(context, payment))?.pauseAt(asOf);
  if (paying === undefined) {
    throw new ServiceError(
      'WRONG_STATE',
      'All funded periods are due, so there is nothing to pause. The recipient can claim them',
      { status: payment.status },
    );
  }
  if (isLastRunning(payment, Number(paying.periods))) {
    throw new ServiceError(
      'WRONG_STATE',
      'Only the last period is left, and a pause does not stop the running period. There is nothing to pause; a cancel returns it',
      { status: payment.status, periodsLeft: 1 },
    );
  }
  const { wcTransaction } = await bySender(context, payment, wallet, (funds) => paying.build(funds));
  return {
    tokenType: payment.tokenType,
    tokenCategory: payment.tokenCategory,
    dueAmount: paying.due,
    intervalsDue: Number(paying.periods),
    asOf: Number(asOf),
    settlesAfterBlocks: payment.cancelNoticeBlocks,
    wcTransaction,
  };
};
