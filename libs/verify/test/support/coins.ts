import {
  binsAreEqual,
  binToHex,
  decodeTransactionBch,
  encodeTransactionBch,
  hash160,
  hexToBin,
  secp256k1,
  type TransactionBch,
} from '@bitauth/libauth';
import type { Utxo } from 'cashscript';
import { encodeWcTransaction, lockingBytecodeOf, type UnsignedTransaction, type WalletCoins } from '@weir/covenants';
import type { SigningRequest } from '../../src/index.js';

/** A time at which everything is open, Unix seconds. */
export const NOW = 1_800_000_000n;
export const DAY = 86_400n;
export const TIP = { height: 900_000, medianTimePast: Number(NOW) };
/** A token that wallets hold, display-order hex. */
export const TOKEN = 'ab'.repeat(32);

/** The private key of a name between 0 and 255. */
export const keyOf = (name: number): Uint8Array => Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : name));

const hashes = new Map<number, Uint8Array>();

/** The hash160 of a name's public key, nobody else's. */
export const hashOf = (name: number): Uint8Array => {
  const known = hashes.get(name);
  if (known !== undefined) return known;
  const publicKey = secp256k1.derivePublicKeyCompressed(keyOf(name));
  if (typeof publicKey === 'string') throw new Error(publicKey);
  const hash = hash160(publicKey);
  hashes.set(name, hash);
  return hash;
};

/** The name whose hash it is. */
export const nameOf = (hash: Uint8Array): number => {
  for (const [name, known] of hashes) if (binsAreEqual(known, hash)) return name;
  throw new Error('Nobody has this hash');
};

let coins = 0;

/** A coin that nobody else has; output 0 of its transaction. */
export const coinOf = (satoshis: bigint, token?: Utxo['token']): Utxo => {
  coins += 1;
  return {
    txid: coins.toString(16).padStart(8, '0').repeat(8),
    vout: 0,
    satoshis,
    ...(token !== undefined && { token }),
  };
};

/** A wallet with a plain coin, and a coin of each number of units of the token. */
export const walletOf = (name: number, ...units: readonly bigint[]): WalletCoins => ({
  hash: hashOf(name),
  coins: [coinOf(9_000_000_000n), ...units.map((amount) => coinOf(1_000n, { category: TOKEN, amount }))],
});

/** The locking bytecode of a wallet's only address. */
export const lockOf = ({ hash }: Pick<WalletCoins, 'hash'>): Uint8Array => lockingBytecodeOf(hash);

/** A request as the API answers it. */
export const requestOf = ({ wcTransaction }: Pick<UnsignedTransaction, 'wcTransaction'>): SigningRequest =>
  encodeWcTransaction(wcTransaction, 'tagged');

/** The transaction of a request. */
export const transactionOf = ({ transaction }: Pick<SigningRequest, 'transaction'>): TransactionBch => {
  const decoded = decodeTransactionBch(hexToBin(transaction));
  if (typeof decoded === 'string') throw new Error(decoded);
  return decoded;
};

/** A request whose transaction was changed. */
export const withTransaction = (request: SigningRequest, transaction: TransactionBch): SigningRequest => ({
  ...request,
  transaction: binToHex(encodeTransactionBch(transaction)),
});
