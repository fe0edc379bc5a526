import type { VestingAsset } from '../contract/asset.js';
import type { RecurringParameters } from '../recurring/recurring-parameters.js';
import type { VestingParameters } from '../vesting/vesting-parameters.js';
import { recurringSchedule } from './recurring/recurring-schedule.js';
import type { StreamSchedule } from './stream-schedule.types.js';
import { vestingSchedule } from './vesting/vesting-schedule.js';

/** The part of a set of parameters that determines what becomes due. */
export type ScheduledTerms =
  | { readonly kind: 'VESTING'; readonly parameters: Pick<VestingParameters, 'schedule'>; readonly asset: VestingAsset }
  | { readonly kind: 'RECURRING'; readonly parameters: Pick<RecurringParameters, 'plan'> };

/** Creates the schedule of a set of parameters. Constructs no contract. */
export const streamSchedule = (stream: ScheduledTerms): StreamSchedule =>
  stream.kind === 'VESTING'
    ? vestingSchedule(stream.parameters.schedule, stream.asset)
    : recurringSchedule(stream.parameters.plan);
