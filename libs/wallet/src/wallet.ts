import {
  bigIntToCompactUint,
  binToBase64,
  binToHex,
  type CashAddressNetworkPrefix,
  CashAddressType,
  encodeCashAddress,
  encodeTransactionCommon,
  flattenBinArray,
  hash256,
  hashTransaction,
  secp256k1,
  utf8ToBin,
} from '@bitauth/libauth';
import { createKeyPairs, type KeyPair } from './keys/key-pair.js';
import { signTransaction } from './signing/sign-transaction.js';
import { WalletError } from './wallet-error.js';
import { readSigningRequest } from './wc-transaction/read-request.js';

const MAGIC = 'Bitcoin Signed Message:\n';
/** Header byte of a signature by a compressed key, with recovery id 0. */
const COMPRESSED_HEADER = 31;

const withLength = (text: string): Uint8Array => {
  const bytes = utf8ToBin(text);
  return flattenBinArray([bigIntToCompactUint(BigInt(bytes.length)), bytes]);
};

/**
 * Returns the hash that a Bitcoin Signed Message signs: double SHA-256 over magic and message, each preceded by its
 * length.
 */
export const messageHash = (message: string): Uint8Array =>
  hash256(flattenBinArray([withLength(MAGIC), withLength(message)]));

/**
 * Signs a text as `bch_signMessage` does: recoverable ECDSA.
 *
 * @returns base64 of 65 bytes
 * @throws Error when the key is not a private key
 */
export const signMessage = (privateKey: Uint8Array, message: string): string => {
  const signed = secp256k1.signMessageHashRecoverableCompact(privateKey, messageHash(message));
  if (typeof signed === 'string') throw new Error(signed);
  return binToBase64(Uint8Array.of(COMPRESSED_HEADER + signed.recoveryId, ...signed.signature));
};

/** What a wallet is made of. */
export interface WalletOptions {
  /** 32 bytes, or a seed text whose SHA-256 is the key. */
  readonly privateKey: Uint8Array | string;
  /** How many addresses it has, as HD wallets have many; default 1. */
  readonly addresses?: number;
  /** Default `bchtest`. */
  readonly prefix?: `${CashAddressNetworkPrefix}`;
  /** Sends an encoded transaction (hex) to the network; needed for requests with `broadcast: true`. */
  readonly broadcast?: (hex: string) => Promise<unknown>;
  /** Receives the line that a request wants the user to read, before anything is signed. */
  readonly showPrompt?: (userPrompt: string) => void;
}

/** The answer to `bch_signTransaction`. */
export interface SignedTransaction {
  /** Encoded, hex. */
  readonly signedTransaction: string;
  /** The txid, display-order hex. */
  readonly signedTransactionHash: string;
}

/** One of the addresses of a wallet. */
export interface WalletAddress extends Omit<KeyPair, 'privateKey'> {
  /** P2PKH cash address. */
  readonly address: string;
  /** The same address, token-aware. */
  readonly tokenAddress: string;
  /** Its public key, compressed, hex: as vaults name their signers. */
  readonly publicKeyHex: string;
}

/** A wallet of one key, or of several; its own key and address are the first. */
export interface Wallet extends WalletAddress {
  /** All of them, the first first. */
  readonly accounts: readonly WalletAddress[];
  /**
   * Answers `bch_signTransaction`: signs, and where `broadcast` is true (the default, as in wallets) sends.
   *
   * @param wcTransaction the object, in native types or either JSON encoding, or its JSON text
   * @throws WalletError; and the errors of the broadcaster
   */
  signTransaction(wcTransaction: unknown): Promise<SignedTransaction>;
  /** Answers `bch_getAddresses` with all addresses, the first first. */
  getAddresses(): Promise<readonly string[]>;
  /** Answers `bch_signMessage` by the first key: a Bitcoin Signed Message, 65 recoverable bytes in base64. */
  signMessage(text: string): string;
}

/**
 * Creates a wallet of one or several keys that treats requests as Bitcoin Cash wallets over WalletConnect do.
 *
 * @throws Error when the bytes are not a private key
 *
 * @example
 * const wallet = createWallet({ privateKey: 'alice' });
 * const { signedTransaction } = await wallet.signTransaction({ ...wcTransaction, broadcast: false });
 */
export const createWallet = (options: WalletOptions): Wallet => {
  const { privateKey, addresses = 1, prefix = 'bchtest', broadcast, showPrompt } = options;
  const keys = createKeyPairs(privateKey, addresses);
  const accountOf = ({ publicKey, publicKeyHash }: KeyPair): WalletAddress => {
    const address = (type: CashAddressType): string =>
      encodeCashAddress({ payload: publicKeyHash, prefix, type }).address;
    return {
      publicKey,
      publicKeyHash,
      publicKeyHex: binToHex(publicKey),
      address: address(CashAddressType.p2pkh),
      tokenAddress: address(CashAddressType.p2pkhWithTokens),
    };
  };
  const accounts = keys.map(accountOf);
  return {
    ...accountOf(keys[0]),
    accounts,
    getAddresses: () => Promise.resolve(accounts.map(({ address }) => address)),
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
    signMessage: (text) => signMessage(keys[0].privateKey, text),
  };
};
