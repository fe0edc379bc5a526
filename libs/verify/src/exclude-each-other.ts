import { decodeTransactionBch, type TransactionCommon } from '@bitauth/libauth';
import { outpointKey, outpointOf, readHex } from '@weir/covenants';
import { Difference } from './difference.js';

const decoded = (hex: string): TransactionCommon => {
  const bytes = readHex(hex);
  const transaction = bytes === undefined ? 'no hex' : decodeTransactionBch(bytes);
  if (typeof transaction === 'string') throw new Difference('REQUEST_MALFORMED', 'A transaction cannot be decoded');
  return transaction;
};

/**
 * Returns the outputs that a transaction spends as `txid:vout`, in the order of its inputs.
 *
 * @param transaction hex, signed or not
 * @throws Difference REQUEST_MALFORMED
 */
export const outpointsOf = (transaction: string): readonly string[] =>
  decoded(transaction).inputs.map((input) => outpointKey(outpointOf(input)));

/**
 * Whether two transactions spend an output in common, so that the network takes at most one of them.
 *
 * @param one hex, signed or not
 * @throws Difference REQUEST_MALFORMED
 */
export const excludeEachOther = (one: string, other: string): boolean => {
  const spent = new Set(outpointsOf(one));
  return outpointsOf(other).some((outpoint) => spent.has(outpoint));
};
