import {
  binToHex,
  decodeTransactionCommon,
  encodeTransactionCommon,
  hash256,
  hexToBin,
  type TransactionCommon,
} from '@bitauth/libauth';
import { type Outpoint, outpointOf } from '@weir/covenants';

/** Lists the outpoints that a transaction spends, in order. */
export const spentBy = ({ inputs }: TransactionCommon): Outpoint[] => inputs.map(outpointOf);

/** Identifies a transaction without regard to its signatures: returns the hash of it without unlocking bytecode, hex. */
export const transactionDigest = (transaction: TransactionCommon): string => {
  const inputs = transaction.inputs.map((input) => ({ ...input, unlockingBytecode: new Uint8Array() }));
  return binToHex(hash256(encodeTransactionCommon({ ...transaction, inputs })));
};

/** Decodes a transaction that this service stored. */
export const decodeStored = (hex: string): TransactionCommon => {
  const transaction = decodeTransactionCommon(hexToBin(hex));
  if (typeof transaction === 'string') throw new Error(`A stored transaction does not decode: ${transaction}`);
  return transaction;
};
