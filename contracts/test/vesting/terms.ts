import type { VestingSchedule } from '@weir/vesting';

/** What a stream is compiled with, its parties aside. */
export interface Terms extends VestingSchedule {
  /** Blocks. */
  readonly notice: number;
  /** Names the nonce and the category. */
  readonly label: string;
}

export const START = 1_700_000_000n;
export const DAY = 86_400n;
/** The latest locktime a deployment starts with. */
export const FIRST_TIME = 500_000_000n;

/** Over 1,000 days, with a notice of 36 blocks. */
export const linearOf = (total: bigint): Terms => ({
  total,
  start: START,
  end: START + 1_000n * DAY,
  cliff: 0n,
  step: 0n,
  notice: 36,
  label: 'linear',
});

/** The same in 34 steps of 30 days, the last one of 10 days, with a cliff after 90 days. */
export const steppedOf = (total: bigint): Terms => ({
  ...linearOf(total),
  step: 30n * DAY,
  cliff: START + 90n * DAY,
  label: 'stepped',
});
