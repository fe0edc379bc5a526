import { vestedAmount, vestingCurve, type VestingSchedule } from '@weir/vesting';
import type { VestingAsset } from '../../contract/asset.js';
import { nextPayoutTime, vestingPayout } from '../../vesting/vesting-payout.js';
import { decodeVestingState, type VestingState } from '../../vesting/vesting-state.js';
import type { StreamProgressState, StreamSchedule } from '../stream-schedule.types.js';

/**
 * Decodes a commitment.
 *
 * @throws Error where it is none of a vesting contract
 */
export const vestingStateOf = ({ commitment }: StreamProgressState): VestingState => {
  const state = decodeVestingState(commitment);
  if (state === undefined) throw new Error(`A stored commitment is none of a vesting contract: ${commitment}`);
  return state;
};

/** Creates the schedule of a vesting contract. */
export const vestingSchedule = (schedule: VestingSchedule, asset: VestingAsset): StreamSchedule => ({
  total: schedule.total,
  vestedAt: (time) => vestedAmount(schedule, time),
  earnedAt: (_state, _released, time) => vestedAmount(schedule, time),
  payout(state, time) {
    const payout = vestingPayout(schedule, vestingStateOf(state), time, asset);
    return payout && { ...payout, periods: undefined };
  },
  nextPayoutTime: (state) => nextPayoutTime(schedule, vestingStateOf(state), asset),
  latest: (state) => vestingStateOf(state).latest,
  curve: (points) => vestingCurve(schedule, points),
});
