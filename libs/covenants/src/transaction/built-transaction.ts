import { binToHex, encodeTransaction, stringify } from '@bitauth/libauth';
import type { Output, Utxo, WcTransactionObject } from 'cashscript';

/**
 * What a WalletConnect wallet signs by `bch_signTransaction`, as an object (libauth types, bigint and Uint8Array). It
 * becomes JSON only at the HTTP boundary, by {@link encodeWcTransaction}.
 */
export interface WcTransaction extends WcTransactionObject {
  /** Always explicit: wallets differ in the default. */
  readonly broadcast: boolean;
  readonly userPrompt: string;
}

/**
 * Encoding of source outputs. `tagged`: libauth's `<Uint8Array: 0x..>` and `<bigint: 1n>`, as wallets expect;
 * `plain`: hex and decimal strings.
 */
export type WcEncoding = 'tagged' | 'plain';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const plain = (_: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return binToHex(value);
  return typeof value === 'bigint' ? value.toString() : value;
};

/**
 * Encodes a wcTransaction as JSON: `transaction` as hex, `sourceOutputs` in the encoding asked for.
 *
 * @example
 * encodeWcTransaction(built.wcTransaction, 'tagged').sourceOutputs; // [{ valueSatoshis: '<bigint: 1000n>', .. }]
 */
export const encodeWcTransaction = (wc: WcTransaction, encoding: WcEncoding) => {
  const text = encoding === 'tagged' ? stringify(wc.sourceOutputs) : JSON.stringify(wc.sourceOutputs, plain);
  return {
    transaction: binToHex(encodeTransaction(wc.transaction)),
    sourceOutputs: JSON.parse(text) as { [key: string]: Json }[],
    broadcast: wc.broadcast,
    userPrompt: wc.userPrompt,
  };
};

/**
 * Returns what a contract pays of a cost, satoshis: all of it within its bound. The rest is for the wallet that
 * signs.
 */
export const withinBound = (cost: bigint, bound: bigint): bigint => (cost < bound ? cost : bound);

/** Options that all builders take. */
export interface BuildOptions {
  /** Satoshis for 1,000 bytes, as relaying nodes ask; 1,000 by default. */
  readonly feeRate?: bigint | undefined;
}

interface Built {
  /** In their order; the state first where there is one. */
  readonly inputs: readonly Utxo[];
  /** In their order. `to` is always a locking bytecode. */
  readonly outputs: readonly (Output & { readonly to: Uint8Array })[];
  /** Satoshis. */
  readonly fee: bigint;
  /** Bytes once every signature is in; where wallets' signatures differ in length, the longest it can be. */
  readonly size: number;
}

/** A transaction for a wallet to sign. */
export interface UnsignedTransaction extends Built {
  readonly wcTransaction: WcTransaction;
}

/** A complete transaction that nobody has to sign. */
export interface KeylessTransaction extends Built {
  /** The encoded transaction, hex. */
  readonly hex: string;
  /** Display-order hex. */
  readonly txid: string;
}
