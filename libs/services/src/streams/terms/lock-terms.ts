import type { CreateLockInput } from '@weir/api-contract/words';
import {
  findLockOrderProblem,
  LOCK_FLOOR,
  leastLeft,
  lockEnd,
  type LockSchedule,
  lockVesting,
  mostLockPayments,
} from '@weir/covenants';
import { lockDefaults } from '@weir/kinds';
import { parseAmount } from '../../shared/amounts.js';
import { assertSoundCliff } from '../../shared/assert-sound-cliff.js';
import { parseAsset, type ParsedAsset } from '../../shared/parse-asset.js';
import { invalidTime, parseCliff, parseReachable, parseTime, TIME_FIELDS } from '../../shared/parse-time.js';
import { ServiceError } from '../../shared/service-error.js';

/** The times of a lock, as requests name them. */
export type LockTimes = Pick<
  CreateLockInput,
  'unlockTime' | 'streamType' | 'startTime' | 'endTime' | 'cliffTimestamp' | 'intervalSeconds'
>;

const INSTEAD = ['streamType', 'startTime', 'endTime', 'cliffTimestamp', 'intervalSeconds'] as const;

const misplaced = (field: string, why: string): ServiceError =>
  new ServiceError('INVALID_REQUEST', `${field} ${why}`, { field });

/** Everything at once, at one time: one step of the second before it. */
const parseUnlockTime = (times: LockTimes, unlockTime: number): LockSchedule => {
  const other = INSTEAD.find((field) => times[field] !== undefined);
  if (other !== undefined) throw misplaced(other, 'must be omitted with unlockTime');
  const start = parseReachable(unlockTime, 'unlockTime') - 1n;
  parseTime(Number(start), 'unlockTime');
  return { start, cliff: start, step: 1n, steps: 1n };
};

const parseStep = ({ streamType = 'LINEAR', intervalSeconds }: LockTimes): bigint => {
  if (streamType === 'STEP') return BigInt(intervalSeconds ?? 1);
  if (intervalSeconds === undefined) return 1n;
  throw misplaced('intervalSeconds', 'must be omitted unless streamType is STEP');
};

/**
 * Returns how many steps a lock has.
 *
 * @param field of the end
 * @throws ServiceError INVALID_TIME where the end is no whole number of steps after the start, with the nearest ends
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
export const parseLockSchedule = (times: LockTimes, now: number): LockSchedule => {
  if (times.unlockTime !== undefined) return parseUnlockTime(times, times.unlockTime);
  const { startTime = now, endTime = now, ...pace } = lockDefaults(times, { now });
  const step = parseStep(pace);
  const start = parseTime(startTime, 'startTime');
  const end = parseReachable(endTime, 'endTime');
  if (end <= start) throw invalidTime('endTime', 'must be after startTime', Number(end));
  const cliff = parseCliff(times.cliffTimestamp, [start, end], TIME_FIELDS) ?? start;
  return { start, cliff, step, steps: wholeSteps(start, end, step) };
};

/** The asset of a lock as the builders of its funding take it. */
export const lockAsset = (tokenCategory: string | null) =>
  tokenCategory === null ? ({ type: 'BCH' } as const) : ({ type: 'FUNGIBLE_TOKEN', category: tokenCategory } as const);

/** Returns the columns of a lock's schedule. */
export const scheduleColumnsOf = (schedule: LockSchedule) => ({
  streamType: schedule.step === 1n ? ('LINEAR' as const) : ('STEP' as const),
  startTime: Number(schedule.start),
  endTime: Number(lockEnd(schedule)),
  cliffTimestamp: schedule.cliff === schedule.start ? null : Number(schedule.cliff),
  intervalSeconds: schedule.step === 1n ? null : Number(schedule.step),
});

/** The rules on what a lock holds. @throws ServiceError INVALID_AMOUNT, INVALID_REQUEST, SCHEDULE_UNSOUND */
const assertSound = (
  { tokenType, tokenCategory }: ParsedAsset,
  terms: LockSchedule & { readonly total: bigint; readonly payments: number | undefined },
  recipient: Uint8Array,
): void => {
  if (tokenType === 'BCH' && terms.payments !== undefined)
    throw misplaced('keylessPayments', 'is for tokens only: a lock of BCH pays its own fees');
  assertSoundCliff(lockVesting(terms), leastLeft(tokenType), 'cliffTimestamp');
  const problem = findLockOrderProblem(lockAsset(tokenCategory), { ...terms, recipient });
  if (problem === 'PAYMENTS_OUT_OF_RANGE') {
    const most = mostLockPayments(terms);
    throw new ServiceError(
      'INVALID_REQUEST',
      `keylessPayments must be from 1 to ${most}: the most payments of this lock that need no other coin`,
      { field: 'keylessPayments', given: terms.payments, most },
    );
  }
  if (problem !== undefined)
    throw new ServiceError('INVALID_REQUEST', `The terms are not valid for a lock: ${problem}`, { problem });
};

/**
 * Reads the terms of a lock.
 *
 * @param recipient locking bytecode
 * @param now Unix seconds
 * @throws ServiceError INVALID_AMOUNT, INVALID_TIME, SCHEDULE_UNSOUND, INVALID_REQUEST
 */
export const parseLockTerms = (input: CreateLockInput, recipient: Uint8Array, now: number) => {
  const asset = parseAsset(input);
  const total = parseAmount(input.totalAmount, 'totalAmount', asset.tokenType, LOCK_FLOOR);
  const schedule = parseLockSchedule(input, now);
  const payments = input.keylessPayments;
  assertSound(asset, { ...schedule, total, payments }, recipient);
  return { ...asset, order: { ...schedule, recipient, total, payments } };
};
