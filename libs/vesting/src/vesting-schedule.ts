/**
 * Returns the number of steps of a schedule, the last one possibly shorter: ceil(duration / step). A continuous
 * schedule has one for each second.
 */
export const stepCount = ({ start, end, step }: VestingSchedule): bigint => {
  const length = step === 0n ? 1n : step;
  return (end - start + length - 1n) / length;
};

/**
 * Returns the whole steps completed at a time within [start, end]. The end completes the last one, however short it
 * is.
 */
const completedSteps = (schedule: VestingSchedule, time: bigint): bigint =>
  time >= schedule.end ? stepCount(schedule) : (time - schedule.start) / (schedule.step === 0n ? 1n : schedule.step);

/**
 * Returns what has vested at a time, in base units: `floor(total * completed steps / all steps)`; nothing before the
 * start or the cliff, everything from the end on. It is computed again each time, never from a stored rate, so that no
 * rounding error accumulates.
 *
 * @param time Unix seconds; on the chain it is the transaction's locktime
 *
 * @example
 * vestedAmount({ total: 1000n, start: 1_700_000_000n, end: 1_700_001_000n, cliff: 0n, step: 0n }, 1_700_000_250n); // 250n
 */
export const vestedAmount = (schedule: VestingSchedule, time: bigint): bigint => {
  if (time >= schedule.end) return schedule.total;
  if (time <= schedule.start || time < schedule.cliff) return 0n;
  return (schedule.total * completedSteps(schedule, time)) / stepCount(schedule);
};

/**
 * A vesting schedule. Times are Unix seconds, amounts base units (satoshis, or a token's smallest unit). The covenant
 * evaluates the same formula on the chain; tests in `contracts/` prove that both agree.
 */
export interface VestingSchedule {
  /** What vests in all, positive. */
  readonly total: bigint;
  readonly start: bigint;
  /** After `start`; from then on everything has vested. */
  readonly end: bigint;
  /** Nothing vests before it; then all that has accrued vests at once. 0 for none, else within [start, end]. */
  readonly cliff: bigint;
  /** Seconds of one step; 0 vests continuously, second by second. */
  readonly step: bigint;
}
