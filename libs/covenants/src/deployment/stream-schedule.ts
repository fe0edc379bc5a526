import { recurringSchedule } from './recurring/recurring-schedule.js';
import type { StreamParameters } from './stream-parameters.js';
import type { StreamSchedule } from './stream-schedule.types.js';
import { vestingSchedule } from './vesting/vesting-schedule.js';

/** What becomes due by a set of parameters. */
export const streamSchedule = (stream: StreamParameters): StreamSchedule =>
  stream.kind === 'VESTING'
    ? vestingSchedule(stream.parameters.schedule, stream.asset)
    : recurringSchedule(stream.parameters.plan);
