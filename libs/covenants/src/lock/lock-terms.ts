import { LEAST_LOCAL_MOVE_DELAY, LEAST_MOVE_DELAY, MAX_MOVE_DELAY, MAX_SATOSHIS, MIN_VESTED_ROW } from '@weir/kinds';
import { isCliffSound, MAX_AMOUNT, MAX_LOCKTIME, MIN_TIME, type VestingSchedule } from '@weir/vesting';
import { isParty, type Party } from '../chain/party.js';
import type { AirdropAsset } from '../contract/asset.js';
import { isUniversalScript } from '../contract/universal-scripts.js';

/** What a lock holds: satoshis, or a fungible token of any category. */
export type LockAsset = AirdropAsset['type'];

/** When locks vest. Times are Unix seconds. All locks of a vested list share one schedule. */
export interface LockSchedule {
  readonly start: bigint;
  /** Earliest payment, from the start to the end; the start for none. */
  readonly cliff: bigint;
  /** Seconds of one step; 1 vests continuously. */
  readonly step: bigint;
  /** The lock ends `step * steps` seconds after its start. */
  readonly steps: bigint;
}

/** Everything about a lock that its address commits to. */
export interface LockTerms extends LockSchedule {
  readonly asset: LockAsset;
  /** Satoshis, or base units. */
  readonly total: bigint;
  /** Locking bytecode of any standard kind; the contract knows its hash160. */
  readonly recipient: Party;
  /** Blocks between the announcement of another address and the move to it; undefined where the recipient cannot move the lock. */
  readonly delay?: number | undefined;
  /** Locking bytecode that a pending move names. A lock is funded without one. */
  readonly movesTo?: Party | undefined;
}

/** The rule that a schedule breaks. */
export type LockScheduleProblem =
  | 'START_OUT_OF_RANGE'
  | 'STEP_OUT_OF_RANGE'
  | 'STEPS_OUT_OF_RANGE'
  | 'END_OUT_OF_RANGE'
  | 'CLIFF_OUT_OF_RANGE';

/** The rule that the terms of a lock break. */
export type LockProblem =
  | LockScheduleProblem
  /** Nodes would not relay payments to the recipient. */
  | 'RECIPIENT_NOT_STANDARD'
  /** The recipient is a universal script: nobody gets out again what is paid there. */
  | 'RECIPIENT_IS_UNIVERSAL'
  /** In BCH the lock could not pay for its own last payment. */
  | 'AMOUNT_BELOW_DUST'
  | 'AMOUNT_OUT_OF_RANGE'
  /** Too short for a recipient to undo what they did not mean, or longer than a relative lock counts. */
  | 'DELAY_OUT_OF_RANGE'
  /** What is left at the cliff is less than may stay: `nearestSoundCliff` of `lockVesting` and `leastLeft` names another. */
  | 'SCHEDULE_UNSOUND';

/** Satoshis that stay in a lock of BCH until its end: dust of P2SH32, and the fee of its last payment. */
export const LOCK_FLOOR = 1_000n;
/** The same of a lock that can move, whose script is longer. */
export const MOVABLE_LOCK_FLOOR = 1_100n;

/** Whether the recipient of a lock may move it to another address. */
export const canLockMove = ({ delay }: Pick<LockTerms, 'delay'>): boolean => delay !== undefined;
/** Returns when everything has vested, Unix seconds. */
export const lockEnd = ({ start, step, steps }: LockSchedule): bigint => start + step * steps;

/** Returns the schedule by which a lock vests, for the functions of `@weir/vesting`. */
export const lockVesting = (terms: LockSchedule & Pick<LockTerms, 'total'>): VestingSchedule => {
  const { total, start, cliff, step } = terms;
  return { total, start, end: lockEnd(terms), cliff, step };
};

/** Returns the least that may be left before the end: satoshis, or base units. */
export const leastLeft = (asset: LockAsset, canMove = false): bigint => {
  if (asset !== 'BCH') return 1n;
  return canMove ? MOVABLE_LOCK_FLOOR : LOCK_FLOOR;
};

/** Whether a lock may have a delay: a day at least, on local networks a block. */
export const isLockDelay = (delay: number | undefined, isLocal: boolean): boolean => {
  const least = isLocal ? LEAST_LOCAL_MOVE_DELAY : LEAST_MOVE_DELAY;
  return delay === undefined || (Number.isInteger(delay) && delay >= least && delay <= MAX_MOVE_DELAY);
};

/** Returns the first rule that a schedule breaks, no matter what it vests; undefined when it is sound. */
export const findLockScheduleProblem = (schedule: LockSchedule): LockScheduleProblem | undefined => {
  const { start, cliff, step, steps } = schedule;
  if (start < MIN_TIME || start >= MAX_LOCKTIME) return 'START_OUT_OF_RANGE';
  if (step < 1n) return 'STEP_OUT_OF_RANGE';
  if (steps < 1n) return 'STEPS_OUT_OF_RANGE';
  const end = lockEnd(schedule);
  if (end > MAX_LOCKTIME) return 'END_OUT_OF_RANGE';
  return cliff < start || cliff > end ? 'CLIFF_OUT_OF_RANGE' : undefined;
};

/**
 * Returns the first rule that the terms of a lock break; undefined when they are sound. **This decides everywhere**: in
 * builders, in the API, and where the chain is read. A script cannot check its own terms, and unsound ones lock the money
 * for good.
 *
 * @param isLocal whether the network is local, where moves may be as soon as the next block
 */
export const findLockProblem = (terms: LockTerms, isLocal = false): LockProblem | undefined => {
  const { asset, total, recipient, delay } = terms;
  const least = leastLeft(asset, canLockMove(terms));
  const problem = findLockScheduleProblem(terms);
  if (problem !== undefined) return problem;
  if (!isParty(recipient)) return 'RECIPIENT_NOT_STANDARD';
  if (isUniversalScript(recipient)) return 'RECIPIENT_IS_UNIVERSAL';
  if (total < 1n || total > (asset === 'BCH' ? MAX_SATOSHIS : MAX_AMOUNT)) return 'AMOUNT_OUT_OF_RANGE';
  if (!isLockDelay(delay, isLocal)) return 'DELAY_OUT_OF_RANGE';
  if (total < least) return 'AMOUNT_BELOW_DUST';
  return isCliffSound(lockVesting(terms), least) ? undefined : 'SCHEDULE_UNSOUND';
};

/**
 * Returns the first rule that the schedule of a vested list breaks; undefined when every row that such a list may have is
 * a sound lock: what is left at the cliff grows with the amount, so the smallest row decides.
 */
export const findVestedListProblem = (
  schedule: LockSchedule,
  asset: LockAsset,
): LockScheduleProblem | 'SCHEDULE_UNSOUND' | undefined => {
  const total = asset === 'BCH' ? MIN_VESTED_ROW : 1n;
  const problem = findLockScheduleProblem(schedule);
  if (problem !== undefined) return problem;
  return isCliffSound(lockVesting({ ...schedule, total }), leastLeft(asset)) ? undefined : 'SCHEDULE_UNSOUND';
};

/** Returns a text that is the same only for equal schedules. */
export const lockScheduleKey = ({ start, cliff, step, steps }: LockSchedule): string =>
  [start, cliff, step, steps].join('/');
