import {
  type Output,
  readCompactUintPrefixedBin,
  readItemCount,
  readMultiple,
  type ReadPosition,
  readTokenPrefix,
  readTransactionInputs,
  readUint32LE,
  readUint64LE,
  type TransactionCommon,
} from '@bitauth/libauth';
import { doubleSha256, toDisplayHash, toHex } from './hash.js';

/** A transaction, with what is needed of it over and over. */
export interface Transaction {
  /** Display-order hex. */
  readonly txid: string;
  readonly raw: Uint8Array;
  readonly content: TransactionCommon;
  /** The outpoints its inputs spend, in order. */
  readonly spends: readonly string[];
}

/** Returns the key of an output in maps: `txid:vout`. */
export const outpointKey = (txid: string, vout: number): string => `${txid}:${vout}`;

export const txidOf = (outpoint: string): string => outpoint.slice(0, outpoint.indexOf(':'));

export const parseOutpoint = (outpoint: string): { readonly txid: string; readonly vout: number } => {
  const txid = txidOf(outpoint);
  return { txid, vout: Number(outpoint.slice(txid.length + 1)) };
};

const nullOutpoint = outpointKey('0'.repeat(64), 0xffff_ffff);

/** Whether a transaction is a coinbase: it has one input, which spends nothing. */
export const isCoinbase = ({ spends }: Transaction): boolean => spends.length === 1 && spends[0] === nullOutpoint;

export const tokenPrefixByte = 0xef;

/**
 * Reads an output. A prefix that does not parse as tokens stays part of the locking bytecode; another rule refuses it
 * later.
 */
const readOutput = (position: ReadPosition) => {
  const read = readMultiple(position, [readUint64LE, readCompactUintPrefixedBin]);
  if (typeof read === 'string') return read;
  const [valueSatoshis, contents] = read.result;
  const prefix = readTokenPrefix({ bin: contents, index: 0 });
  const output: Output =
    typeof prefix === 'string' || prefix.result.token === undefined
      ? { valueSatoshis, lockingBytecode: contents }
      : { valueSatoshis, lockingBytecode: contents.slice(prefix.position.index), token: prefix.result.token };
  return { position: read.position, result: output };
};

const readOutputs = (position: ReadPosition) => readItemCount(position, readOutput);

/**
 * Decodes a serialized transaction; undefined if the bytes are none, or more than one.
 * @param txid where it is known already
 */
export const decodeTransaction = (
  raw: Uint8Array,
  txid = toDisplayHash(doubleSha256(raw)),
): Transaction | undefined => {
  const read = readMultiple({ bin: raw, index: 0 }, [readUint32LE, readTransactionInputs, readOutputs, readUint32LE]);
  if (typeof read === 'string' || read.position.index !== raw.length) return undefined;
  const [version, inputs, outputs, locktime] = read.result;
  return {
    txid,
    raw,
    content: { version, inputs, outputs, locktime },
    spends: inputs.map((input) => outpointKey(toHex(input.outpointTransactionHash), input.outpointIndex)),
  };
};

/** Decodes a transaction from hex; undefined if it is none. */
export const decodeTransactionHex = (hex: string): Transaction | undefined =>
  hex.length % 2 === 0 && /^[\da-f]+$/i.test(hex)
    ? decodeTransaction(new Uint8Array(Buffer.from(hex, 'hex')))
    : undefined;

/**
 * Sorts parents before children and otherwise keeps the order given. Blocks are not in this order, but a mempool
 * needs it.
 */
export const topologicalOrder = (transactions: readonly Transaction[]): Transaction[] => {
  const waiting = new Map(transactions.map((transaction) => [transaction.txid, transaction]));
  const ordered: Transaction[] = [];
  // Chains grow long, so the path to the parents is kept here instead of on the call stack.
  const path: Transaction[] = [];
  for (const start of transactions) {
    path.push(start);
    for (let current = path.at(-1); current !== undefined; current = path.at(-1)) {
      const parent = waiting.has(current.txid) ? unplacedParent(current, waiting) : undefined;
      if (parent !== undefined) {
        path.push(parent);
        continue;
      }
      path.pop();
      if (waiting.delete(current.txid)) ordered.push(current);
    }
  }
  return ordered;
};

const unplacedParent = (
  { spends }: Transaction,
  waiting: ReadonlyMap<string, Transaction>,
): Transaction | undefined => {
  for (const outpoint of spends) {
    const parent = waiting.get(txidOf(outpoint));
    if (parent !== undefined) return parent;
  }
  return undefined;
};
