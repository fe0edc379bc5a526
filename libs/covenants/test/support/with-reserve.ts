import type { Output } from '@bitauth/libauth';
import type { UnsignedTransaction } from '../../src/index.js';

/** Moves satoshis from a funding's change (output 0) to the state (output 1), which may hold more than it must. */
export const withReserve = (funding: UnsignedTransaction, extra: bigint): UnsignedTransaction => {
  const { transaction } = funding.wcTransaction;
  if (typeof transaction === 'string') throw new Error('Builders give the transaction as an object');
  const moved = (output: Output, index: number): Output => {
    if (index === 0) return { ...output, valueSatoshis: output.valueSatoshis - extra };
    return index === 1 ? { ...output, valueSatoshis: output.valueSatoshis + extra } : output;
  };
  return {
    ...funding,
    wcTransaction: {
      ...funding.wcTransaction,
      transaction: { ...transaction, outputs: transaction.outputs.map(moved) },
    },
  };
};
