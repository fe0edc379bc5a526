import { getDustThreshold, hexToBin, type Output } from '@bitauth/libauth';
import { MAX_SATOSHIS } from '../../chain/supply.js';
import { covenantError } from '../../errors/covenant-error.js';
import type { PlannedOutput } from '../../transaction/assemble.js';

/** Converts an output to libauth's form. */
export const toLibauthOutput = ({ to, amount, token }: PlannedOutput): Output => ({
  lockingBytecode: to,
  valueSatoshis: amount,
  ...(token !== undefined && {
    token: {
      amount: token.amount,
      category: hexToBin(token.category),
      ...(token.nft !== undefined && {
        nft: { capability: token.nft.capability, commitment: hexToBin(token.nft.commitment) },
      }),
    },
  }),
});

/** Returns the least satoshis with which nodes relay an output of this size. */
export const dustOf = (output: PlannedOutput): bigint => getDustThreshold(toLibauthOutput(output));

/**
 * Checks that an output can exist.
 *
 * @throws CovenantError BELOW_DUST or AMOUNT_OUT_OF_RANGE
 */
export const assertNoDust = (output: PlannedOutput): void => {
  const least = dustOf(output);
  if (output.amount < least)
    throw covenantError('BELOW_DUST', `An output to this recipient has at least ${least.toString()} satoshis`);
  if (output.amount > MAX_SATOSHIS) throw covenantError('AMOUNT_OUT_OF_RANGE', 'There are not so many satoshis');
};
