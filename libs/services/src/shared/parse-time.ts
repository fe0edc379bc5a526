import { MAX_LOCKTIME, MAX_TIME, MIN_TIME } from '@weir/vesting';
import { ServiceError } from './service-error.js';

/** Makes the refusal of a time. */
export const invalidTime = (field: string, why: string, given: number): ServiceError =>
  new ServiceError('INVALID_TIME', `${field} ${why}`, { field, given });

/**
 * Checks a time that `nLockTime` can hold, with a hint for the most common slip.
 *
 * @throws ServiceError INVALID_TIME
 */
export const parseTime = (given: number, field: string): bigint => {
  if (!Number.isInteger(given)) throw invalidTime(field, 'must be whole Unix seconds', given);
  if (given > Number(MAX_TIME)) {
    const hint = given > 1e11 ? ': this looks like milliseconds, divide by 1000' : '';
    throw invalidTime(field, `must be Unix seconds up to ${MAX_TIME.toString()}${hint}`, given);
  }
  if (given < Number(MIN_TIME)) throw invalidTime(field, `must be Unix seconds from ${MIN_TIME.toString()}`, given);
  return BigInt(given);
};

/**
 * Checks a time that must come: when something has vested completely, begins or ends. A locktime counts once the
 * chain's median time is past it, which never happens for the last second there is: what falls due then can never be
 * paid, nothing that begins then can be claimed, and nothing that ends then can be closed.
 *
 * @throws ServiceError INVALID_TIME
 */
export const parseReachable = (given: number, field: string): bigint => {
  const time = parseTime(given, field);
  if (time <= MAX_LOCKTIME) return time;
  throw invalidTime(
    field,
    `must be at most ${MAX_LOCKTIME.toString()}, the latest locktime that a block can hold`,
    given,
  );
};

/**
 * Checks the time before which nothing is paid; undefined where there is none, which 0 says too.
 *
 * @param range start and end of the schedule, Unix seconds
 * @param fields the names that a request has for the cliff, the start and the end
 * @throws ServiceError INVALID_TIME
 */
export const parseCliff = (
  given: number | null | undefined,
  [start, end]: readonly [bigint, bigint],
  fields: { readonly cliff: string; readonly start: string; readonly end: string },
): bigint | undefined => {
  if (given === null || given === undefined || given === 0) return undefined;
  const cliff = parseTime(given, fields.cliff);
  if (cliff >= start && cliff <= end) return cliff;
  throw invalidTime(fields.cliff, `must lie within ${fields.start} and ${fields.end}`, given);
};

/** The names of a schedule's times in requests of streams and locks. */
export const TIME_FIELDS = { cliff: 'cliffTimestamp', start: 'startTime', end: 'endTime' } as const;
