import { CovenantError } from '../errors/covenant-error.js';

/** Largest transaction that nodes relay, bytes. */
export const MAX_STANDARD_SIZE = 100_000;

/**
 * Checks the size of a transaction in bytes.
 *
 * @throws CovenantError TRANSACTION_TOO_LARGE where nodes would not relay it
 */
export const assertStandardSize = (size: number): void => {
  if (size <= MAX_STANDARD_SIZE) return;
  const data = { size, most: MAX_STANDARD_SIZE };
  throw new CovenantError(
    'TRANSACTION_TOO_LARGE',
    `The transaction would have ${size} bytes; nodes relay ${MAX_STANDARD_SIZE}`,
    data,
  );
};
