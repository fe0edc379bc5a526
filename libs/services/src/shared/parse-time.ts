import { MAX_TIME, MIN_TIME } from '@weir/vesting';
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
  if (time < MAX_TIME) return time;
  throw invalidTime(field, `must be before ${MAX_TIME.toString()}, the largest locktime`, given);
};
