import {
  encodeTransactionInputSequenceNumbersForSigning,
  encodeTransactionOutpoints,
  encodeTransactionOutputsForSigning,
  hash256,
  numberToBinUint32LE,
  type TransactionCommon,
} from '@bitauth/libauth';

/** What a double spend proof shows of one of the two spenders. */
export interface Spender {
  readonly hashOutputs: Uint8Array;
  readonly serialized: Uint8Array;
}

const anyoneCanPay = 0x80;
const forkId = 0x40;
const baseMask = 0x1f;
const single = 3;
const all = 1;
const zeros = new Uint8Array(32);

/** Returns the signature of a P2PKH unlocking bytecode: its first push, of 65 to 75 bytes, with the fork id set. */
const signatureOf = (unlockingBytecode: Uint8Array): Uint8Array | undefined => {
  const length = unlockingBytecode[0] ?? 0;
  const signature = unlockingBytecode.subarray(1, 1 + length);
  const type = signature.at(-1) ?? 0;
  return length >= 65 && length <= 75 && signature.length === length && (type & forkId) !== 0 ? signature : undefined;
};

const outputsHash = (transaction: TransactionCommon, index: number, base: number): Uint8Array => {
  if (base === all) return hash256(encodeTransactionOutputsForSigning(transaction.outputs));
  const own = transaction.outputs[index];
  return base === single && own !== undefined ? hash256(encodeTransactionOutputsForSigning([own])) : zeros;
};

/**
 * Builds the part of a double spend proof about one spender of an outpoint.
 * @param index of the input that spends the outpoint
 * @returns undefined if no proof can be made of that input
 */
export const spenderOf = (transaction: TransactionCommon, index: number): Spender | undefined => {
  const input = transaction.inputs[index];
  const signature = input === undefined ? undefined : signatureOf(input.unlockingBytecode);
  if (input === undefined || signature === undefined) return undefined;
  const type = signature.at(-1) ?? 0;
  const base = type & baseMask;
  const isAnyoneCanPay = (type & anyoneCanPay) !== 0;
  const hashOutputs = outputsHash(transaction, index, base);
  const serialized = Buffer.concat([
    numberToBinUint32LE(transaction.version),
    numberToBinUint32LE(input.sequenceNumber),
    numberToBinUint32LE(transaction.locktime),
    isAnyoneCanPay ? zeros : hash256(encodeTransactionOutpoints(transaction.inputs)),
    isAnyoneCanPay || base !== all
      ? zeros
      : hash256(encodeTransactionInputSequenceNumbersForSigning(transaction.inputs)),
    hashOutputs,
    Uint8Array.of(1, signature.length),
    signature,
  ]);
  return { hashOutputs, serialized };
};
