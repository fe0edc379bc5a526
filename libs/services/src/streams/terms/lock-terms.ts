import type { CreateLockInput } from '@weir/api-contract/words';
import {
  canLockMove,
  findLockOrderProblem,
  leastLeft,
  lockEnd,
  type LockOrder,
  type LockSchedule,
  type LockTerms,
  lockVesting,
  mostLockPayments,
} from '@weir/covenants';
import { lockDefaults } from '@weir/kinds';
import { parseAmount } from '../../shared/amounts.js';
import { assertSoundCliff } from '../../shared/assert-sound-cliff.js';
import type { ParsedAsset } from '../../shared/parse-asset.js';
import { invalidTime, parseCliff, parseReachable, parseTime, TIME_FIELDS } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';

/** The times of a lock, as requests name them. */
type LockTimes = Pick<
  CreateLockInput,
  'unlockTime' | 'streamType' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds'
>;

const INSTEAD = ['streamType', 'startTime', 'endTime', 'cliffTimestamp', 'intervalSeconds'] as const;

const misplaced = (field: string, why: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', `${field} ${why}`, { field });

/** Everything at once, at one time: one step of the second before it. */
const parseUnlockTime = (input: LockTimes, unlockTime: number): LockSchedule => {
  const other = INSTEAD.find((field) => input[field] !== undefined);
  if (other !== undefined) throw misplaced(other, 'must be omitted with unlockTime');
  const start = parseReachable(unlockTime, 'unlockTime') - 1n;
  parseTime(Number(start), 'unlockTime');
  return { start, cliff: start, step: 1n, steps: 1n };
};

const parseStep = ({
  streamType = 'LINEAR',
  intervalSeconds,
}: Pick<LockTimes, 'streamType' | 'intervalSeconds'>): bigint => {
  if (streamType === 'STEP') return BigInt(intervalSeconds ?? 1);
  if (intervalSeconds === undefined) return 1n;
  throw misplaced('intervalSeconds', 'must be omitted unless streamType is STEP');
};

/**
 * Returns how many steps a lock has.
 *
 * @param field of the end
 * @throws ServiceError INVALID_TIME where the end is not a whole number of steps after the start, with the nearest ends
 */
export const wholeSteps = (start: bigint, end: bigint, step: bigint, field = 'endTime'): bigint => {
  const steps = (end - start) / step;
  if ((end - start) % step === 0n) return steps;
  const nearestEnds = [steps, steps + 1n].filter((count) => count > 0n).map((count) => Number(start + count * step));
  throw new ServiceError(
    'INVALID_TIME',
    `${field} must be a whole number of intervals of ${step.toString()} seconds after the start. The nearest is ${nearestEnds.join(' or ')}`,
    { field, given: Number(end), nearestEnds },
  );
};

/**
 * Reads when a lock unlocks, and fills in the defaults: from now on, for 365 days by the second, or 12 steps of 30 days.
 *
 * @param now Unix seconds
 * @throws ServiceError INVALID_TIME, INVALID_REQUEST
 */
const parseLockSchedule = (input: LockTimes, now: number): LockSchedule => {
  if (input.unlockTime !== undefined) return parseUnlockTime(input, input.unlockTime);
  const { startTime = now, endTime = now, streamType, intervalSeconds } = lockDefaults(input, { now });
  const step = parseStep({ streamType, intervalSeconds });
  const start = parseTime(startTime, 'startTime');
  const end = parseReachable(endTime, 'endTime');
  if (end <= start) throw invalidTime('endTime', 'must be after startTime', Number(end));
  const cliff = parseCliff(input.cliffTimestamp, [start, end], TIME_FIELDS) ?? start;
  return { start, cliff, step, steps: wholeSteps(start, end, step) };
};

/** The asset of a lock as the builders of its funding take it. */
export const lockAsset = (tokenCategory: string | null) =>
  tokenCategory === null ? ({ type: 'BCH' } as const) : ({ type: 'FUNGIBLE_TOKEN', category: tokenCategory } as const);

/** Returns the columns of a lock's schedule. */
export const scheduleColumnsOf = (order: LockSchedule) => ({
  streamType: order.step === 1n ? ('LINEAR' as const) : ('STEP' as const),
  startTime: Number(order.start),
  endTime: Number(lockEnd(order)),
  cliffTimestamp: order.cliff === order.start ? null : Number(order.cliff),
  intervalSeconds: order.step === 1n ? null : Number(order.step),
});

/** Returns a delay of 0 blocks, of a lock that its recipient cannot move, as builders take it. */
export const lockDelay = (blocks: number): Pick<LockTerms, 'delay'> => (blocks === 0 ? {} : { delay: blocks });

/** The rules on what a lock holds. @throws ServiceError INVALID_AMOUNT, INVALID_REQUEST, SCHEDULE_UNSOUND */
const assertSound = ({ tokenType, tokenCategory }: ParsedAsset, order: LockOrder & Pick<LockTerms, 'delay'>): void => {
  if (tokenType === 'BCH' && order.payments !== undefined)
    throw misplaced('keylessPayments', 'is for tokens only: a lock of BCH pays its own fees');
  assertSoundCliff(lockVesting(order), leastLeft(tokenType, canLockMove(order)), 'cliffTimestamp');
  // The shortest delay is the network's: it is checked where the delay is read.
  const problem = findLockOrderProblem(lockAsset(tokenCategory), order, true);
  if (problem === 'PAYMENTS_OUT_OF_RANGE') {
    const most = mostLockPayments(order);
    throw new ServiceError(
      'INVALID_REQUEST',
      `keylessPayments must be from 1 to ${most}: the most payments of this lock that need no other coin`,
      { field: 'keylessPayments', given: order.payments, most },
    );
  }
  if (problem !== undefined)
    throw new ServiceError('INVALID_REQUEST', `The terms are not valid for a lock: ${problem}`, { problem });
};

/**
 * Reads the order of a lock: what the contract and its funding are made from.
 *
 * @param recipient locking bytecode
 * @param delay blocks between the announcement of another address and the move; 0 of a lock that stays
 * @param now Unix seconds
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
export const parseLockOrder = (
  input: CreateLockInput,
  asset: ParsedAsset,
  recipient: Uint8Array,
  delay: number,
  now: number,
): LockOrder => {
  const terms = lockDelay(delay);
  const order = {
    total: parseAmount(input.totalAmount, 'totalAmount', asset.tokenType, leastLeft('BCH', canLockMove(terms))),
    ...parseLockSchedule(input, now),
    recipient,
    payments: input.keylessPayments,
  };
  assertSound(asset, { ...order, ...terms });
  return order;
};
