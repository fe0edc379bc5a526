import { lastTimeOfAtMost, timeOfVested, vestedAmount, type VestingSchedule } from '@weir/vesting';
import { P2PKH_DUST } from '../chain/dust.js';
import { BCH_ASSET, type VestingAsset } from '../contract/asset.js';
import type { VestingState } from './vesting-state.js';

/** A payment to the recipient that the covenant accepts at a locktime. Units of the asset, and Unix seconds. */
export interface VestingPayout {
  readonly locktime: bigint;
  /** What has been paid to the recipient in all after it. */
  readonly vested: bigint;
  readonly due: bigint;
  /** Principal left after it; 0 closes the stream. */
  readonly left: bigint;
}

const payoutAt = (schedule: VestingSchedule, released: bigint, locktime: bigint): VestingPayout => {
  const vested = vestedAmount(schedule, locktime);
  return { locktime, vested, due: vested - released, left: schedule.total - vested };
};

/** Returns the smallest payment of an asset, and the smallest remainder: P2PKH dust in BCH, one unit of a token. */
export const smallestPayment = (asset: VestingAsset): bigint => (asset.type === 'BCH' ? P2PKH_DUST : 1n);

/** Whether an amount due is large enough for an output, and what remains either is, too, or is nothing. */
const isPayable = ({ due, left }: VestingPayout, least: bigint): boolean =>
  due >= least && (left === 0n || left >= least);

/**
 * Returns the largest payment possible at or before a locktime (Unix seconds), or undefined when there is none. It is
 * dated back only where paying all that is due would leave dust behind: then to the last second that leaves enough.
 */
export const vestingPayout = (
  schedule: VestingSchedule,
  state: VestingState,
  locktime: bigint,
  asset: VestingAsset = BCH_ASSET,
): VestingPayout | undefined => {
  const least = smallestPayment(asset);
  if (locktime < state.latest) return undefined;
  const full = payoutAt(schedule, state.released, locktime);
  if (isPayable(full, least)) return full;
  if (full.left >= least || full.due < least) return undefined;
  const earlier = lastTimeOfAtMost(schedule, schedule.total - least);
  if (earlier === undefined || earlier < state.latest) return undefined;
  const part = payoutAt(schedule, state.released, earlier);
  return isPayable(part, least) ? part : undefined;
};

/**
 * Returns the earliest locktime from which {@link vestingPayout} finds a payment, Unix seconds; undefined when
 * everything has been released.
 */
export const nextPayoutTime = (
  schedule: VestingSchedule,
  state: VestingState,
  asset: VestingAsset = BCH_ASSET,
): bigint | undefined => {
  if (state.released >= schedule.total) return undefined;
  const time = timeOfVested(schedule, state.released + smallestPayment(asset)) ?? schedule.end;
  const candidate = time > state.latest ? time : state.latest;
  return vestingPayout(schedule, state, candidate, asset) === undefined ? schedule.end : candidate;
};
