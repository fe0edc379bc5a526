import type { Purse } from '@weir/client';
import { MAX_ANNOUNCED_PURSES } from '@weir/kinds';

/**
 * Returns the purses that an exchange renews in the same transaction: up to two of one asset whose list of payees is known. The others
 * keep the signers that they were opened with.
 *
 * @param open purses that hold money
 */
export const renewable = (
  open: readonly Pick<Purse, 'id' | 'payees' | 'paysAnybody' | 'tokenCategory'>[],
): readonly Pick<Purse, 'id'>[] => {
  const known = open.filter(({ payees, paysAnybody }) => paysAnybody || payees !== null);
  const [first] = known;
  return known.filter(({ tokenCategory }) => tokenCategory === first?.tokenCategory).slice(0, MAX_ANNOUNCED_PURSES);
};
