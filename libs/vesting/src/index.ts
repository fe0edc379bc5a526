export { MAX_AMOUNT, MAX_LOCKTIME, MAX_TIME, MIN_TIME } from '@weir/kinds';
export { stepCount, vestedAmount, type VestingSchedule } from './vesting-schedule.js';
export { isCliffSound, nearestSoundCliff } from './sound-cliff.js';
export { lastTimeOfAtMost, timeOfVested, vestingCurve } from './vesting-time.js';
export type { VestingPoint } from './vesting-time.js';
