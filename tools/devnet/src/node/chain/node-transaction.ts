import { hexToBin, type Output } from '@bitauth/libauth';
import type { NodeTransaction, TokenData, TransactionOutput } from '../node.types.js';
import { toHex } from '../primitives/hash.js';
import type { Transaction } from '../primitives/transaction.js';

const toTokenData = ({ amount, category, nft }: NonNullable<Output['token']>): TokenData => ({
  category: toHex(category),
  amount,
  ...(nft && { nft: { capability: nft.capability, commitment: toHex(nft.commitment) } }),
});

/** Converts an output to the form in which the node shows it. */
export const toNodeOutput = ({ lockingBytecode, token, valueSatoshis }: Output): TransactionOutput => ({
  satoshis: valueSatoshis,
  lockingBytecode: toHex(lockingBytecode),
  ...(token && { token: toTokenData(token) }),
});

/** Converts an output from the form in which the node shows it. */
export const fromNodeOutput = ({ lockingBytecode, satoshis, token }: TransactionOutput): Output => ({
  lockingBytecode: hexToBin(lockingBytecode),
  valueSatoshis: satoshis,
  ...(token && {
    token: {
      amount: token.amount,
      category: hexToBin(token.category),
      ...(token.nft && { nft: { ...token.nft, commitment: hexToBin(token.nft.commitment) } }),
    },
  }),
});

/**
 * Converts a transaction to the form in which the node shows it.
 * @param fee satoshis
 * @param time Unix seconds when it was first seen or mined
 */
export const toNodeTransaction = ({ content, raw, txid }: Transaction, fee: bigint, time: number): NodeTransaction => ({
  txid,
  hex: toHex(raw),
  size: raw.length,
  fee,
  version: content.version,
  locktime: content.locktime,
  inputs: content.inputs.map((input) => ({
    txid: toHex(input.outpointTransactionHash),
    vout: input.outpointIndex,
    unlockingBytecode: toHex(input.unlockingBytecode),
    sequence: input.sequenceNumber,
  })),
  outputs: content.outputs.map(toNodeOutput),
  time,
});
