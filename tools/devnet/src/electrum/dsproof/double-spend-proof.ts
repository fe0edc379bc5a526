import { binToHex, decodeTransactionCommon, hash256, hexToBin, type TransactionCommon } from '@bitauth/libauth';
import { reverseHex } from '../index/scripthash.js';
import { spenderOf } from './spender.js';

/** A proof that two signed transactions spend the same outpoint. */
export interface DoubleSpendProof {
  /** Hash of the serialized proof, in display order. */
  readonly dspid: string;
  readonly hex: string;
  readonly outpoint: { readonly txid: string; readonly vout: number };
  /** Txid of the spender that is in the mempool. */
  readonly txid: string;
}

const decode = (hex: string): TransactionCommon | undefined => {
  const decoded = decodeTransactionCommon(hexToBin(hex));
  return typeof decoded === 'string' ? undefined : decoded;
};

const inputIndex = (transaction: TransactionCommon, txid: string, vout: number): number =>
  transaction.inputs.findIndex(
    (input) => input.outpointIndex === vout && binToHex(input.outpointTransactionHash) === txid,
  );

/** Orders the spenders by their output hashes, read as little-endian numbers. */
const comesFirst = (a: Uint8Array, b: Uint8Array): boolean =>
  Buffer.compare(Buffer.from(a).reverse(), Buffer.from(b).reverse()) <= 0;

/**
 * Builds the proof, as nodes relay it, that a mempool transaction and a refused one spend the same outpoint.
 * @param hex the transaction in the mempool
 * @param conflictHex the refused transaction
 * @returns undefined if either spend has no signature that a proof can show (anything but P2PKH)
 * @see https://documentation.cash/protocol/network/messages/dsproof-beta
 */
export const doubleSpendProof = (
  hex: string,
  conflictHex: string,
  outpoint: { readonly txid: string; readonly vout: number },
  txid: string,
): DoubleSpendProof | undefined => {
  const spenders = [hex, conflictHex].map((each) => {
    const transaction = decode(each);
    return transaction && spenderOf(transaction, inputIndex(transaction, outpoint.txid, outpoint.vout));
  });
  const [first, second] = spenders;
  if (first === undefined || second === undefined) return undefined;
  const ordered = comesFirst(first.hashOutputs, second.hashOutputs) ? [first, second] : [second, first];
  const vout = Buffer.alloc(4);
  vout.writeUInt32LE(outpoint.vout);
  const proof = Buffer.concat([
    Buffer.from(reverseHex(outpoint.txid), 'hex'),
    vout,
    ...ordered.map((spender) => spender.serialized),
  ]);
  return { dspid: reverseHex(binToHex(hash256(proof))), hex: proof.toString('hex'), outpoint, txid };
};
