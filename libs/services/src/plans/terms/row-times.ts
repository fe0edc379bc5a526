import { invalidTime, parseReachable, parseTime } from '../../shared/parse-time.js';
import type { PlanRowInput } from '../plans.types.js';
import type { PlanHead } from './plan-defaults.js';

const DEFAULT_DURATION = 365 * 86_400;

/** The times of a row, defaults of the plan filled in. */
export interface RowTimes {
  readonly start: bigint;
  readonly end: bigint;
}

/** Reads the times of a row. @throws ServiceError INVALID_TIME */
export const parseRowTimes = (row: PlanRowInput, { defaults }: PlanHead): RowTimes => {
  const start = parseTime(row.start ?? defaults.start, 'start');
  const end = parseReachable(row.end ?? defaults.end ?? Number(start) + DEFAULT_DURATION, 'end');
  if (end <= start) throw invalidTime('end', 'must be after start', Number(end));
  return { start, end };
};
