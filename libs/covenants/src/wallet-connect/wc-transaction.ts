import type { WcTransactionObject } from 'cashscript';

/**
 * What a WalletConnect wallet signs by `bch_signTransaction`, as an object (libauth types, bigint and Uint8Array). It
 * becomes JSON only at the HTTP boundary, by {@link encodeWcTransaction}.
 */
export interface WcTransaction extends WcTransactionObject {
  /** Always explicit: wallets differ in the default. */
  readonly broadcast: boolean;
  readonly userPrompt: string;
}
