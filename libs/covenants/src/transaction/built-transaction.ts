import type { Output, Utxo } from 'cashscript';
import type { WcTransaction } from '../wallet-connect/wc-transaction.js';

interface Built {
  /** In order; the state first where there is one. */
  readonly inputs: readonly Utxo[];
  /** `to` is always a locking bytecode. */
  readonly outputs: readonly (Output & { readonly to: Uint8Array })[];
  /** Satoshis. */
  readonly fee: bigint;
  /** Bytes once every signature is in; where a wallet may sign shorter, the longest it can be. */
  readonly size: number;
}

/** A transaction for wallets to sign. */
export interface UnsignedTransaction extends Built {
  readonly wcTransaction: WcTransaction;
}

/** A complete transaction that needs nobody's signature. */
export interface KeylessTransaction extends Built {
  readonly hex: string;
  readonly txid: string;
}
