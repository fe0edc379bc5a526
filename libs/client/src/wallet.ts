import type { WcTransaction } from './shared/schemas.js';

/** The answer to `bch_signTransaction`. */
export interface SignedTransaction {
  /** Encoded, hex. */
  readonly signedTransaction: string;
  /** Its hash, as explorers show it. */
  readonly signedTransactionHash: string;
}

/** The methods of wc2-bch-bcr, which every wallet has in some form. */
export interface Wallet {
  /** `bch_getAddresses`: cash addresses, the one to be known by first. */
  getAddresses(): Promise<readonly string[]>;
  /** `bch_signTransaction`; with `broadcast: false` nothing is sent. */
  signTransaction(request: WcTransaction): Promise<SignedTransaction>;
  /**
   * `bch_signMessage`: a Bitcoin Signed Message in base64, by the key of the wallet's first address.
   *
   * Wallets that cannot sign messages leave it out: what needs no proof of the caller works with them.
   */
  signMessage?(message: string): Promise<string> | string;
}
