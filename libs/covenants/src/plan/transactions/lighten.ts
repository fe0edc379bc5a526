import type { WcTransactionObject } from 'cashscript';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';

type SourceOutput = WcTransactionObject['sourceOutputs'][number];

/** Of a coin that nobody signs wallets read the contract's name: with its whole artifact, 80 streams weigh a megabyte. */
const light = (source: SourceOutput): SourceOutput => {
  const { contract } = source;
  if (contract === undefined) return source;
  return {
    ...source,
    contract: { ...contract, artifact: { ...contract.artifact, abi: [], bytecode: '', constructorInputs: [] } },
  };
};

/** A transaction whose contract coins nobody signs, as light as wallets can use it. */
export const lighten = (built: UnsignedTransaction): UnsignedTransaction => ({
  ...built,
  wcTransaction: { ...built.wcTransaction, sourceOutputs: built.wcTransaction.sourceOutputs.map(light) },
});
