import {
  createVirtualMachineBch2026,
  decodeTransactionCommon,
  hexToBin,
  type Output,
  type TransactionCommon,
} from '@bitauth/libauth';
import type { SignedTransaction } from '../../src/index.js';

const machine = createVirtualMachineBch2026(true);

export const decode = ({ signedTransaction }: SignedTransaction): TransactionCommon => {
  const transaction = decodeTransactionCommon(hexToBin(signedTransaction));
  if (typeof transaction === 'string') throw new Error(transaction);
  return transaction;
};

/** True, or why a node would refuse the transaction (standard rules). */
export const verify = (signed: SignedTransaction, sourceOutputs: readonly Output[]): true | string =>
  machine.verify({ transaction: decode(signed), sourceOutputs: [...sourceOutputs] });

/** The unlocking bytecode of an input, as hex. */
export const unlockingOf = (signed: SignedTransaction, index: number): string =>
  Buffer.from(decode(signed).inputs[index]?.unlockingBytecode ?? []).toString('hex');
