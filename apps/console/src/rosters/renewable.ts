import type { Purse } from '@weir/client';

/** Most purses that one exchange renews. */
const MOST = 2;

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
  return known.filter(({ tokenCategory }) => tokenCategory === first?.tokenCategory).slice(0, MOST);
};
