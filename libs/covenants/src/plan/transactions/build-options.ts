import { CovenantError } from '../../errors/covenant-error.js';
import { MAX_STANDARD_SIZE } from '../plan-limits.js';

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
