import type { DevnetControl } from '@weir/devnet';

/** Blocks after which the median time has caught up with the clock. */
const MEDIAN_SPAN = 11;

/**
 * Lets time pass on a devnet until what is due so many seconds later than now is due: its clock is moved on, and blocks are
 * mined until the median time, which contracts go by, has followed.
 */
export const passChainTime = async (control: DevnetControl, seconds: number): Promise<void> => {
  // One more: a transaction's locktime lies below the median time.
  const until = (await control.info()).tip.medianTimePast + seconds + 1;
  // Blocks that were mined faster than one a second are ahead of the clock, and the clock is then short of them.
  for (let left = seconds + 1; left > 0;) {
    await control.advanceTime(left);
    const mined = await control.mine(MEDIAN_SPAN);
    left = until - (mined.at(-1)?.medianTimePast ?? until);
  }
};
