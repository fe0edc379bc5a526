import {
  createVirtualMachineBch2025,
  decodeTransactionCommon,
  hexToBin,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { SignedTransaction } from '../../src/index.js';

const machine = createVirtualMachineBch2025(true);

export const decode = ({ signedTransaction }: SignedTransaction): TransactionCommon => {
  const transaction = decodeTransactionCommon(hexToBin(signedTransaction));
  if (typeof transaction === 'string') throw new Error(transaction);
  return transaction;
};

/** True, or why a node would refuse the transaction (standard rules of 2025). */
export const verify = (signed: SignedTransaction, sourceOutputs: readonly Output[]): true | string =>
  machine.verify({ transaction: decode(signed), sourceOutputs: [...sourceOutputs] });

/** The unlocking bytecode of an input, as hex. */
export const unlockingOf = (signed: SignedTransaction, index: number): string =>
  Buffer.from(decode(signed).inputs[index]?.unlockingBytecode ?? []).toString('hex');
