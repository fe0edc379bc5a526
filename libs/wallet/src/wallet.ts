import {
  binToHex,
  CashAddressType,
  encodeCashAddress,
  encodeTransactionCommon,
  hashTransaction,
  type CashAddressNetworkPrefix,
} from '@bitauth/libauth';
import { createKeyPair, type KeyPair } from './keys/key-pair.js';
import { signMessage } from './signing/sign-message.js';
import { signTransaction } from './signing/sign-transaction.js';
import { WalletError } from './wallet-error.js';
import { readSigningRequest } from './wc-transaction/read-request.js';

export interface WalletOptions {
  /** 32 bytes, or a seed text whose SHA-256 is the key. */
  readonly privateKey: Uint8Array | string;
  /** Default `bchtest`. */
  readonly prefix?: `${CashAddressNetworkPrefix}`;
  /** Sends an encoded transaction to the network; needed for requests with `broadcast: true`. */
  readonly broadcast?: (hex: string) => Promise<unknown>;
  /** Gets the line a request wants the user to read, before anything is signed. */
  readonly showPrompt?: (userPrompt: string) => void;
}

/** The answer to `bch_signTransaction`. */
export interface SignedTransaction {
  /** Encoded, hex. */
  readonly signedTransaction: string;
  /** The txid. */
  readonly signedTransactionHash: string;
}

export interface Wallet extends Omit<KeyPair, 'privateKey'> {
  /** P2PKH cash address. */
  readonly address: string;
  /** The same, token-aware. */
  readonly tokenAddress: string;
  /**
   * `bch_signTransaction`: signs, and with `broadcast` (default true, as in wallets) sends.
   *
   * @param wcTransaction the object, in native types or either JSON encoding, or JSON text of it
   * @throws WalletError, and whatever the broadcaster throws
   */
  signTransaction(wcTransaction: unknown): Promise<SignedTransaction>;
  /** `bch_getAddresses`: the one there is. */
  getAddresses(): Promise<readonly string[]>;
  /** `bch_signMessage`: a Bitcoin Signed Message, 65-byte recoverable signature in base64. */
  signMessage(text: string): string;
}

/**
 * A wallet of one key that treats requests as WalletConnect wallets of Bitcoin Cash do.
 *
 * @example
 * const wallet = createWallet({ privateKey: 'alice' });
 * const { signedTransaction } = await wallet.signTransaction({ ...wcTransaction, broadcast: false });
 */
export const createWallet = ({ privateKey, prefix = 'bchtest', broadcast, showPrompt }: WalletOptions): Wallet => {
  const keys = createKeyPair(privateKey);
  const { publicKey, publicKeyHash } = keys;
  const address = (type: CashAddressType): string =>
    encodeCashAddress({ payload: publicKeyHash, prefix, type }).address;
  return {
    publicKey,
    publicKeyHash,
    address: address(CashAddressType.p2pkh),
    tokenAddress: address(CashAddressType.p2pkhWithTokens),
    getAddresses: () => Promise.resolve([address(CashAddressType.p2pkh)]),
    async signTransaction(wcTransaction) {
      const request = readSigningRequest(wcTransaction);
      if (request.broadcast && broadcast === undefined) {
        throw new WalletError(
          'NO_BROADCASTER',
          'This wallet has no way to the network: ask with broadcast: false, or give it a broadcaster',
        );
      }
      if (request.userPrompt !== undefined) showPrompt?.(request.userPrompt);
      const signed = encodeTransactionCommon(signTransaction(request, keys));
      const hex = binToHex(signed);
      if (request.broadcast) await broadcast?.(hex);
      return { signedTransaction: hex, signedTransactionHash: hashTransaction(signed) };
    },
    signMessage: (text) => signMessage(keys.privateKey, text),
  };
};
