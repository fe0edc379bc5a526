import {
  binsAreEqual,
  encodeDataPush,
  flattenBinArray,
  type Output,
  sha256,
  type TransactionCommon,
  utf8ToBin,
} from '@bitauth/libauth';
import type { WcTransaction } from './built-transaction.js';

const OP_RETURN = 0x6a;
const VERSION = 2;
const FINAL_SEQUENCE = 0xff_ff_ff_ff;

/** A sign-in as a transaction, with the outputs that it claims to spend, in the order of its inputs. */
export interface SignInTransaction {
  readonly transaction: TransactionCommon;
  readonly sourceOutputs: readonly Output[];
}

/**
 * Builds the transaction by which a wallet that cannot sign messages signs in. It can never be sent: the transaction
 * that its inputs name is the SHA-256 of the text, and so does not exist. It moves nothing: every amount is 0. Its only
 * output carries the text. Each signature covers all of it, the claimed scripts included (ALL|UTXOS|FORKID).
 *
 * @param text names domain, addresses, network, nonce and expiry
 * @param scripts locking bytecodes (P2PKH) of the addresses, one input each
 */
export const signInTransaction = (text: string, scripts: readonly Uint8Array[]): SignInTransaction => {
  const bytes = utf8ToBin(text);
  const outpointTransactionHash = sha256.hash(bytes);
  return {
    transaction: {
      version: VERSION,
      inputs: scripts.map((_, outpointIndex) => ({
        outpointTransactionHash,
        outpointIndex,
        sequenceNumber: FINAL_SEQUENCE,
        unlockingBytecode: new Uint8Array(),
      })),
      outputs: [
        { lockingBytecode: flattenBinArray([Uint8Array.of(OP_RETURN), encodeDataPush(bytes)]), valueSatoshis: 0n },
      ],
      locktime: 0,
    },
    sourceOutputs: scripts.map((lockingBytecode) => ({ lockingBytecode, valueSatoshis: 0n })),
  };
};

/** Returns a sign-in as wallets take it. @param userPrompt what the wallet shows */
export const signInRequest = (
  { transaction, sourceOutputs }: SignInTransaction,
  userPrompt: string,
): WcTransaction => ({
  transaction,
  sourceOutputs: transaction.inputs.map((input, index) => ({
    ...input,
    ...(sourceOutputs[index] ?? { lockingBytecode: new Uint8Array(), valueSatoshis: 0n }),
  })),
  broadcast: false,
  userPrompt,
});

/** Whether two transactions are the same but for their unlocking bytecodes. */
export const sameButSignatures = (a: TransactionCommon, b: TransactionCommon): boolean =>
  a.version === b.version &&
  a.locktime === b.locktime &&
  a.inputs.length === b.inputs.length &&
  a.outputs.length === b.outputs.length &&
  a.inputs.every((input, index) => {
    const other = b.inputs[index];
    return (
      other !== undefined &&
      input.outpointIndex === other.outpointIndex &&
      input.sequenceNumber === other.sequenceNumber &&
      binsAreEqual(input.outpointTransactionHash, other.outpointTransactionHash)
    );
  }) &&
  a.outputs.every((output, index) => {
    const other = b.outputs[index];
    return (
      other !== undefined &&
      output.valueSatoshis === other.valueSatoshis &&
      output.token === undefined &&
      other.token === undefined &&
      binsAreEqual(output.lockingBytecode, other.lockingBytecode)
    );
  });
