import { binToHex, decodeTransactionCommon, encodeTransactionCommon, hexToBin } from '@bitauth/libauth';
import type { VaultProposalRecord } from '../../src/index.js';

/** The same proposal with other pushes at an input. */
export const withUnlocking = (
  record: VaultProposalRecord,
  input: number,
  unlockingBytecode: Uint8Array,
): VaultProposalRecord => {
  const transaction = decodeTransactionCommon(hexToBin(record.unsignedTransaction));
  if (typeof transaction === 'string') throw new Error(transaction);
  const inputs = transaction.inputs.map((each, index) => (index === input ? { ...each, unlockingBytecode } : each));
  return { ...record, unsignedTransaction: binToHex(encodeTransactionCommon({ ...transaction, inputs })) };
};
