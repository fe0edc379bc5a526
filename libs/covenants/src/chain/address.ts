import {
  CashAddressType,
  decodeCashAddress,
  decodeCashAddressFormatWithoutPrefix,
  encodeCashAddress,
  encodeLockingBytecodeP2pkh,
} from '@bitauth/libauth';
import { addressPrefix, type Network } from './network.js';

/** All in lower or all in upper case: the CashAddr specification refuses addresses of mixed case, libauth does not. */
const ONE_CASE = /^(?:[a-z0-9:]*|[A-Z0-9:]*)$/u;

/**
 * Trims a cash address, adds a missing prefix and returns it in lower case. Text of mixed case becomes empty, which is
 * no address; any other text that is none stays as it is.
 */
export const withPrefix = (text: string): string => {
  const trimmed = text.trim();
  if (!ONE_CASE.test(trimmed)) return '';
  const lower = trimmed.toLowerCase();
  if (lower.includes(':')) return lower;
  const decoded = decodeCashAddressFormatWithoutPrefix(lower);
  return typeof decoded === 'string' ? trimmed : `${decoded.prefix}:${lower}`;
};

/** hash160 of a party's public key, 20 bytes: the form in which P2PKH addresses are compared. */
export type PublicKeyHash = Uint8Array;

/** Why a text is not a P2PKH address of the network. */
export type AddressProblem = 'MALFORMED' | 'WRONG_NETWORK' | 'NOT_P2PKH';

/** A parsed P2PKH address, or why the text is none. */
export type AddressResult =
  | { readonly ok: true; readonly hash: PublicKeyHash; /** The plain form, with prefix. */ readonly address: string }
  | { readonly ok: false; readonly problem: AddressProblem };

/** Both forms pay the same key; the second reports that its wallet handles tokens. */
const P2PKH_TYPES: ReadonlySet<string> = new Set([CashAddressType.p2pkh, CashAddressType.p2pkhWithTokens]);

/**
 * Parses a P2PKH cash address, plain or token-aware, of the network; a missing prefix is accepted. Both forms give
 * the same hash and the same canonical (plain) address: compare those, never the text itself.
 */
export const parseAddress = (text: string, network: Network): AddressResult => {
  const decoded = decodeCashAddress(withPrefix(text));
  if (typeof decoded === 'string') return { ok: false, problem: 'MALFORMED' };
  if (decoded.prefix !== (addressPrefix(network) as string)) return { ok: false, problem: 'WRONG_NETWORK' };
  if (!P2PKH_TYPES.has(decoded.type) || decoded.payload.length !== 20) return { ok: false, problem: 'NOT_P2PKH' };
  return { ok: true, hash: decoded.payload, address: addressOf(decoded.payload, network) };
};

/**
 * Encodes the plain P2PKH address of a key hash, with its prefix.
 *
 * @param hash 20 bytes
 *
 * @example
 * addressOf(new Uint8Array(20), 'mainnet'); // 'bitcoincash:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqfnhks603'
 */
export const addressOf = (hash: PublicKeyHash, network: Network): string =>
  encodeCashAddress({ payload: hash, prefix: addressPrefix(network), type: CashAddressType.p2pkh }).address;

/**
 * Returns the P2PKH locking bytecode of a key hash, 25 bytes.
 *
 * @param hash 20 bytes
 */
export const lockingBytecodeOf = (hash: PublicKeyHash): Uint8Array => encodeLockingBytecodeP2pkh(hash);
