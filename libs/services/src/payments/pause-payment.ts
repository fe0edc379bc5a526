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
export const pausePayment = async (context: StreamContext, id: string, caller: string, named?: string) => {
  const stored = await loadAsSender(context, id, { caller, sender: named }, 'pause');
  assertPausable(stored);
  const payment = await syncStream(context, stored);
  assertPausable(payment);
  const asOf = await onChain(() => usableTime(context));
  const paying = (await positionOf(context, payment))?.pauseAt(asOf);
  if (paying === undefined) {
    throw new ServiceError(
      'WRONG_STATE',
      'All funded periods are due: there is nothing left to pause, the recipient can claim them all',
      { status: payment.status },
    );
  }
  if (isLastRunning(payment, Number(paying.periods))) {
    throw new ServiceError(
      'WRONG_STATE',
      'Only the last period is left, and a pause lets the period that runs be paid: there is nothing to pause. A cancel returns it',
      { status: payment.status, periodsLeft: 1 },
    );
  }
  const { sender } = context.contracts.of(payment);
  const coins = await onChain(() => context.chain.unspent(sender));
  const { wcTransaction } = withFunds('sender', () => paying.build(coins));
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
