import { getDustThreshold, hexToBin, isArbitraryDataOutput, type Output } from '@bitauth/libauth';
import type { PlannedOutput } from './assemble.js';

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
 * Returns the least satoshis with which nodes relay an output, 0n for a data output.
 *
 * @param dustRate satoshis for 1,000 bytes by which nodes compute their dust limit
 */
export const leastRelayed = (output: PlannedOutput, dustRate: bigint): bigint =>
  isArbitraryDataOutput(output.to) ? 0n : (dustOf(output) * dustRate + 999n) / 1_000n;
