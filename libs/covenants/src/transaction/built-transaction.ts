import type { Output, Utxo } from 'cashscript';
import type { WcTransaction } from '../wallet-connect/encode-wc-transaction.js';

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
