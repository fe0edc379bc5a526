import { nearestSoundCliff, type VestingSchedule } from '@weir/vesting';
import { ServiceError } from './service-error.js';

/** @param nearest Unix seconds */
const inWords = (nearest: bigint, { start, end }: VestingSchedule): string => {
  const time = `${nearest.toString()} (${new Date(Number(nearest) * 1_000).toISOString().replace('.000', '')})`;
  if (nearest === start) return `${time}, the start (no cliff)`;
  return nearest === end ? `${time}, the end` : time;
};

/**
 * Refuses a cliff that leaves less than a payment of the total: nothing could be paid between it and the end.
 *
 * @param least smallest payment and remainder, units of the asset
 * @param field that the cliff follows from
 * @throws ServiceError SCHEDULE_UNSOUND, with the nearest sound cliff, Unix seconds
 */
export const assertSoundCliff = (schedule: VestingSchedule, least: bigint, field: string): void => {
  const nearestCliff = nearestSoundCliff(schedule, least);
  if (nearestCliff === schedule.cliff) return;
  throw new ServiceError(
    'SCHEDULE_UNSOUND',
    `${field} is too close to the end: fewer than ${least.toString()} satoshis vest after it, so nothing could be paid between cliff and end. The nearest valid cliff is ${inWords(nearestCliff, schedule)}`,
    { field, given: Number(schedule.cliff), nearestCliff: Number(nearestCliff) },
  );
};
