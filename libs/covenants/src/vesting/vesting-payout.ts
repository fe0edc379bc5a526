import { lastTimeOfAtMost, timeOfVested, vestedAmount, type VestingSchedule } from '@weir/vesting';
import { P2PKH_DUST } from '../chain/dust.js';
import { BCH_ASSET, type VestingAsset } from '../contract/asset.js';
import type { VestingState } from './vesting-state.js';

/** A payment to the recipient that the covenant accepts at a locktime. Units of the asset and Unix seconds. */
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

/** Smallest payment of an asset, and smallest remainder: satoshis below dust are nobody's output, of a token one unit is. */
export const smallestPayment = (asset: VestingAsset): bigint => (asset.type === 'BCH' ? P2PKH_DUST : 1n);

/** What remains either closes the stream or is worth an output of its own, and so is what is paid. */
const isPayable = ({ due, left }: VestingPayout, least: bigint): boolean =>
  due >= least && (left === 0n || left >= least);

/**
 * The largest payment possible at or before a locktime, or undefined when none is. Dated back only where paying all
 * that is due would leave dust behind: then at the last second that leaves enough.
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
 * The earliest locktime from which {@link vestingPayout} finds a payment, Unix seconds; undefined when everything has
 * been released.
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
