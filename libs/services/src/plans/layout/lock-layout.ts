import { binToHex } from '@bitauth/libauth';
import {
  cutLocks,
  findLockOrderProblem,
  lockCost,
  type LockDraft,
  type LockOrder,
  lockScheduleKey,
  MAX_LOCK_SCHEDULES,
  mostLockPayments,
  type Party,
} from '@weir/covenants';
import { ServiceError } from '../../shared/service-error.js';
import { lockAsset, lockDelay, wholeSteps } from '../../streams/terms/lock-terms.js';
import type { RowStream } from '../terms/plan-defaults.js';
import type { ListLayout } from './list-layout.js';
import { roomOf } from './plan-layout.js';

/** What the locks of a list share. */
export interface LockListTerms {
  readonly tokenCategory: string | null;
  readonly sender: Party;
  /** Of tokens: how many payments of each are to need nobody's coin, of those that have so many; null for the default. */
  readonly payments: number | null;
  /** Blocks between the announcement of another address and the move; 0 where recipients cannot move their locks. */
  readonly delay: number;
}

/**
 * Returns the lock that a row asks for.
 *
 * @throws ServiceError INVALID_TIME, INVALID_REQUEST
 */
export const orderOf = ({ draft }: Pick<RowStream, 'draft'>, payments: number | null): LockOrder => {
  if (draft.kind !== 'VESTING') throw new Error('Lock draft is not a vesting draft');
  const { recipient, total, start, end, group } = draft;
  const step = group.step > 1n ? group.step : 1n;
  const steps = wholeSteps(start, end, step, 'end');
  return {
    recipient,
    total,
    start,
    cliff: start + group.cliff,
    step,
    steps,
    ...(payments !== null && { payments: Math.min(payments, mostLockPayments({ steps, total })) }),
  };
};

/** The layout of lists of locks: each is a coin of its own, so two rows of one lock would be the same one. */
export const lockLayout = ({ tokenCategory, sender, payments, delay }: LockListTerms): ListLayout => {
  const asset = lockAsset(tokenCategory);
  const keyOf = (order: LockOrder): string =>
    [binToHex(order.recipient), order.total, lockScheduleKey(order)].join('/');
  const moves = lockDelay(delay);
  const draftOf = (locks: readonly LockOrder[]): LockDraft => ({ asset, sender, ...moves, locks });
  return {
    columns: { nonce: null, paymentFee: null, reserveFloor: null, cancelFills: null, moveDelay: delay },
    scheduleKey: (stream) => lockScheduleKey(orderOf(stream, payments)),
    schedulesOfFunding: MAX_LOCK_SCHEDULES,
    place(stream) {
      const order = orderOf(stream, payments);
      const problem = findLockOrderProblem(asset, { ...order, ...moves }, true);
      if (problem !== undefined)
        throw new ServiceError('INVALID_REQUEST', `the terms are not valid for a lock: ${problem}`, { problem });
      return { principal: order.total, identity: keyOf(order) };
    },
    cut(listed, isVault) {
      const orders = listed.map((stream) => orderOf(stream, payments));
      let from = 0;
      return cutLocks(draftOf(orders), roomOf(tokenCategory === null, isVault)).map((run) => {
        const streams = listed.slice(from, from + run.length);
        from += run.length;
        return {
          streams,
          announcement: null,
          cost: (options) => ({ ...lockCost(draftOf(run), options), companions: 0n, carriers: 0n }),
        };
      });
    },
  };
};
