import type { WcTransactionObject } from 'cashscript';
import type { UnsignedTransaction } from './built-transaction.js';

type SourceOutput = WcTransactionObject['sourceOutputs'][number];

/**
 * Strips a coin that nobody signs of all but its contract's name, which is what wallets read: with its whole
 * artifact, 80 streams weigh a megabyte.
 */
export const light = (source: SourceOutput): SourceOutput => {
  const { contract } = source;
  if (contract === undefined) return source;
  return {
    ...source,
    contract: { ...contract, artifact: { ...contract.artifact, abi: [], bytecode: '', constructorInputs: [] } },
  };
};

/** Removes from a transaction the parts of contracts' artifacts that wallets do not use. */
export const lighten = (built: UnsignedTransaction): UnsignedTransaction => ({
  ...built,
  wcTransaction: { ...built.wcTransaction, sourceOutputs: built.wcTransaction.sourceOutputs.map(light) },
});
