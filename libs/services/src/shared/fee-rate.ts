import { ServiceError, type ErrorDetails } from './service-error.js';

/**
 * Makes the refusal of a keyless step whose covenant bounds its fee below what nodes ask.
 *
 * @param what the step, such as `refund`
 * @param next what to do instead
 */
export const feeRateTooHigh = (what: string, feeRate: bigint, next: string, details: ErrorDetails = {}): ServiceError =>
  new ServiceError(
    'FEE_RATE_TOO_HIGH',
    `Nodes ask ${feeRate} satoshis for 1,000 bytes, more than the contract may give for a ${what} that nobody signs: ${next}`,
    { feeRate: Number(feeRate), ...details },
  );
