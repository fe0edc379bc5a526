import { MAX_STANDARD_SIZE } from '../plan-limits.js';

/** More bytes than nodes relay: take fewer streams, or fewer coins. */
export class PlanTooLargeError extends Error {
  override readonly name = 'PlanTooLargeError';

  constructor(
    /** Bytes. */
    readonly size: number,
    readonly most = MAX_STANDARD_SIZE,
  ) {
    super(`The transaction would have ${size} bytes; nodes relay ${most}`);
  }
}

/** @throws PlanTooLargeError */
export const assertStandardSize = (size: number): void => {
  if (size > MAX_STANDARD_SIZE) throw new PlanTooLargeError(size);
};
