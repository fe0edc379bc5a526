import { decodeTransaction, hash256, type TransactionCommon } from '@bitauth/libauth';
import { ServerMistrustedError } from '../electrum-errors.js';
import { hexOf } from './answers.js';
import { bytesToHex, hexToBytes } from './hex-bytes.js';

/** Finality of a transaction. Nodes finalise at 10 blocks. */
export type ChainFinality = 'mempool' | 'mined' | 'final';

/** A transaction whose hash was checked, and, where it is mined, its proof. */
export interface ChainTransaction {
  readonly txid: string;
  readonly hex: string;
  readonly transaction: TransactionCommon;
  /** Bytes. */
  readonly size: number;
  /** Both undefined while it is in the mempool. */
  readonly height: number | undefined;
  readonly blockHash: string | undefined;
  readonly confirmations: number;
  readonly finality: ChainFinality;
}

const FINAL_AT = 10;

/** Returns the txid of an encoded transaction, display order. */
export const txidOf = (hex: string): string => txidOfBytes(hexToBytes(hex));

const txidOfBytes = (bytes: Uint8Array): string => bytesToHex(hash256(bytes).reverse());

/** Decodes a transaction a server gave for a txid. @throws ServerMistrustedError when it is another, or none */
export const decodeChecked = (
  txid: string,
  raw: unknown,
): Pick<ChainTransaction, 'txid' | 'hex' | 'transaction' | 'size'> => {
  const bytes = hexToBytes(hexOf(raw, 'a transaction'));
  const hex = bytesToHex(bytes);
  if (txidOfBytes(bytes) !== txid) throw new ServerMistrustedError(`What was given for ${txid} is another transaction`);
  const transaction = decodeTransaction(bytes);
  if (typeof transaction === 'string')
    throw new ServerMistrustedError(`Transaction ${txid} does not decode: ${transaction}`);
  return { txid, hex, transaction, size: bytes.length };
};

/** Returns the finality of a transaction with a number of confirmations. */
export const finalityOf = (confirmations: number): ChainFinality => {
  if (confirmations === 0) return 'mempool';
  return confirmations >= FINAL_AT ? 'final' : 'mined';
};
