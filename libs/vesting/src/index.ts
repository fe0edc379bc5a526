export { findScheduleProblem, MAX_AMOUNT, MAX_TIME, MIN_TIME } from './vesting-schedule.js';
export type { ScheduleProblem, VestingSchedule } from './vesting-schedule.js';
export { isCliffSound, nearestSoundCliff } from './sound-cliff.js';
export { stepCount, vestedAmount } from './vested-amount.js';
export { lastTimeOfAtMost, timeOfVested, vestingCurve } from './vesting-time.js';
export type { VestingPoint } from './vesting-time.js';
