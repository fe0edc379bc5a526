import { BCH_ASSET, nextPayoutTime, vestingPayout, type VestingAsset } from '@weir/covenants';
import type { NewStream, StreamState } from '@weir/infra';
import { vestedAmount, vestingCurve, type VestingSchedule } from '@weir/vesting';
import { toVestingCoin } from './covenant/stored-state.js';
import { paymentPlanOf, recurringStreamPlan } from './recurring-plan.js';

export type PlannedTerms = Pick<
  NewStream,
  | 'totalAmount'
  | 'startTime'
  | 'endTime'
  | 'cliffTimestamp'
  | 'intervalSeconds'
  | 'streamType'
  | 'tokenType'
  | 'tokenCategory'
  | 'recurring'
>;

/** A payment to the recipient that the contract accepts at a locktime. Units of the asset and Unix seconds. */
export interface StreamPayout {
  readonly locktime: bigint;
  /** Paid to the recipient in all, after it. */
  readonly vested: bigint;
  readonly due: bigint;
  /** Principal left after it; zero closes the contract. */
  readonly left: bigint;
  /** Periods it pays; null where the schedule has none. */
  readonly periods: number | null;
}

/** What becomes due to a stream's recipient, and when. Units of the asset, Unix seconds. Costs no contract. */
export interface StreamPlan {
  vestedAt(time: bigint): bigint;
  /** The largest payment possible at or before a time, or undefined when none is. */
  payout(state: StreamState, time: bigint): StreamPayout | undefined;
  /** The earliest time from which there is a payment; undefined when everything has been released. */
  nextPayoutTime(state: StreamState): bigint | undefined;
  /** The latest locktime used on a state's way: none may be earlier. */
  latest(state: StreamState): bigint;
  /** Points for a chart, from start to end. */
  curve(points: number): readonly { readonly time: bigint; readonly vested: bigint }[];
}

/** What a stored stream pays. */
export const assetOf = ({ tokenCategory }: Pick<NewStream, 'tokenCategory'>): VestingAsset =>
  tokenCategory === null ? BCH_ASSET : { type: 'FUNGIBLE_TOKEN', category: tokenCategory };

/** The schedule of a stored stream. */
export const scheduleOf = (stream: PlannedTerms): VestingSchedule => ({
  total: stream.totalAmount,
  start: BigInt(stream.startTime),
  end: BigInt(stream.endTime),
  cliff: BigInt(stream.cliffTimestamp ?? 0),
  step: BigInt(stream.intervalSeconds ?? 0),
});

/** The plan of a stored stream. */
export const planOf = (stream: PlannedTerms): StreamPlan => {
  const recurring = paymentPlanOf(stream);
  if (recurring !== undefined) return recurringStreamPlan(recurring);
  const schedule = scheduleOf(stream);
  const asset = assetOf(stream);
  return {
    vestedAt: (time) => vestedAmount(schedule, time),
    payout(state, time) {
      const payout = vestingPayout(schedule, toVestingCoin(state).state, time, asset);
      return payout && { ...payout, periods: null };
    },
    nextPayoutTime: (state) => nextPayoutTime(schedule, toVestingCoin(state).state, asset),
    latest: (state) => toVestingCoin(state).state.latest,
    curve: (points) => vestingCurve(schedule, points),
  };
};
