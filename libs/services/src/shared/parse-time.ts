import { MAX_TIME, MIN_TIME } from '@weir/vesting';
import { ServiceError } from './service-error.js';

/** A refusal of a time. */
export const invalidTime = (field: string, why: string, given: number): ServiceError =>
  new ServiceError('INVALID_TIME', `${field} ${why}`, { field, given });

/**
 * A time that `nLockTime` can hold, with a hint for the most common slip.
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
 * When something has all vested, or ends. A locktime counts once the chain's median time is past it, which never is past
 * the last second there is: what falls due then can never be paid, and nothing that ends then can be closed.
 *
 * @throws ServiceError INVALID_TIME
 */
export const parseEnd = (given: number, field: string): bigint => {
  const end = parseTime(given, field);
  if (end < MAX_TIME) return end;
  throw invalidTime(field, `must be before ${MAX_TIME.toString()}: the chain's time never passes that second`, given);
};
