import { MAX_STANDARD_SIZE } from '../plan-limits.js';

/** How a transaction is built. */
export interface PlanBuildOptions {
  /** Satoshis for 1,000 bytes, as the relaying nodes ask; 1,000n by default. */
  readonly feeRate?: bigint;
}

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
