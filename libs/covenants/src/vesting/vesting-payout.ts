import { lastTimeOfAtMost, timeOfVested, vestedAmount } from '@weir/vesting';
import type { VestingSchedule } from '@weir/vesting';
import { P2PKH_DUST } from '../chain/dust.js';
import type { VestingState } from './vesting-state.js';

/** A payment to the recipient that the covenant accepts at a locktime. Satoshis and Unix seconds. */
export interface VestingPayout {
  readonly locktime: bigint;
  readonly vested: bigint;
  readonly due: bigint;
  /** Principal left after it; zero closes the stream. */
  readonly left: bigint;
}

const payoutAt = (schedule: VestingSchedule, released: bigint, locktime: bigint): VestingPayout => {
  const vested = vestedAmount(schedule, locktime);
  return { locktime, vested, due: vested - released, left: schedule.total - vested };
};

/** What remains either closes the stream or is worth an output of its own, and so is what is paid. */
const isPayable = ({ due, left }: VestingPayout): boolean => due >= P2PKH_DUST && (left === 0n || left >= P2PKH_DUST);

/**
 * The largest payment possible at or before a locktime, or undefined when none is. Dated back only where paying all
 * that is due would leave dust behind: then at the last second that leaves enough.
 */
export const vestingPayout = (schedule: VestingSchedule, state: VestingState, locktime: bigint): VestingPayout | undefined => {
  if (locktime < state.latest) return undefined;
  const full = payoutAt(schedule, state.released, locktime);
  if (isPayable(full)) return full;
  if (full.left >= P2PKH_DUST || full.due < P2PKH_DUST) return undefined;
  const earlier = lastTimeOfAtMost(schedule, schedule.total - P2PKH_DUST);
  if (earlier === undefined || earlier < state.latest) return undefined;
  const part = payoutAt(schedule, state.released, earlier);
  return isPayable(part) ? part : undefined;
};

/**
 * The earliest locktime from which {@link vestingPayout} finds a payment, Unix seconds; undefined when everything has
 * been released.
 */
export const nextPayoutTime = (schedule: VestingSchedule, state: VestingState): bigint | undefined => {
  if (state.released >= schedule.total) return undefined;
  const time = timeOfVested(schedule, state.released + P2PKH_DUST) ?? schedule.end;
  const candidate = time > state.latest ? time : state.latest;
  return vestingPayout(schedule, state, candidate) === undefined ? schedule.end : candidate;
};
