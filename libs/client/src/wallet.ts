import type { WcTransaction } from './shared/amounts.js';

/** The answer to `bch_signTransaction`. */
export interface SignedTransaction {
  /** Encoded, hex. */
  readonly signedTransaction: string;
  /** The transaction's hash, as explorers show it. */
  readonly signedTransactionHash: string;
}

/** A wallet with the methods of wc2-bch-bcr, which every wallet has in some form. */
export interface Wallet {
  /** `bch_getAddresses`: returns cash addresses, first the one that the wallet is known by. */
  getAddresses(): Promise<readonly string[]>;
  /**
   * `bch_signTransaction`: signs a transaction; with `broadcast: false` nothing is sent.
   *
   * @param signer which of its addresses signs where a contract wants a key: a wallet may hold several keys of one vault.
   *   Wallets with one address leave it out
   */
  signTransaction(request: WcTransaction, signer?: string): Promise<SignedTransaction>;
  /**
   * `bch_signMessage`: returns a Bitcoin Signed Message in base64, by the key of the wallet's first address.
   *
   * Wallets that cannot sign messages leave it out: they prove who they are by a transaction that cannot be sent.
   */
  signMessage?(message: string): Promise<string> | string;
  /**
   * Returns the address that change goes to, one of its own, except from what the sender of a stream or payment signs:
   * their address keeps a coin, which their next signature takes. Wallets with one address leave it out.
   */
  getChangeAddress?(): Promise<string>;
  /**
   * Returns the public key of one of its addresses, compressed, hex. Wallets that show it only by signing leave it out.
   *
   * @throws Error where the address is not the wallet's
   */
  getPublicKey?(address: string): Promise<string>;
}
