import {
  CashAddressType,
  decodeCashAddress,
  decodeCashAddressFormatWithoutPrefix,
  encodeCashAddress,
  encodeLockingBytecodeP2pkh,
} from '@bitauth/libauth';
import { addressPrefix, type Network } from './network.js';

/** A party: the hash160 of its public key, the form in which addresses are compared. */
export type PublicKeyHash = Uint8Array;

export type AddressProblem = 'MALFORMED' | 'WRONG_NETWORK' | 'NOT_P2PKH';

export type AddressResult =
  | { readonly ok: true; readonly hash: PublicKeyHash; /** The plain form, with prefix. */ readonly address: string }
  | { readonly ok: false; readonly problem: AddressProblem };

/** Both pay to the same key; the second says that its wallet knows tokens. */
const P2PKH_TYPES: ReadonlySet<string> = new Set([CashAddressType.p2pkh, CashAddressType.p2pkhWithTokens]);

const withPrefix = (text: string): string | undefined => {
  if (text.includes(':')) return text;
  const decoded = decodeCashAddressFormatWithoutPrefix(text.toLowerCase());
  return typeof decoded === 'string' ? undefined : `${decoded.prefix}:${text.toLowerCase()}`;
};

/**
 * Reads a party's cash address: P2PKH, plain or token-aware, of the network; a missing prefix is accepted. Both forms
 * of an address give the same hash and the same canonical (plain) address: compare those, never what was typed.
 */
export const parseAddress = (text: string, network: Network): AddressResult => {
  const full = withPrefix(text.trim());
  const decoded = full === undefined ? undefined : decodeCashAddress(full);
  if (decoded === undefined || typeof decoded === 'string') return { ok: false, problem: 'MALFORMED' };
  if (decoded.prefix !== (addressPrefix(network) as string)) return { ok: false, problem: 'WRONG_NETWORK' };
  if (!P2PKH_TYPES.has(decoded.type) || decoded.payload.length !== 20) return { ok: false, problem: 'NOT_P2PKH' };
  return { ok: true, hash: decoded.payload, address: addressOf(decoded.payload, network) };
};

/**
 * The plain P2PKH address of a party, with its prefix.
 *
 * @param hash 20 bytes
 *
 * @example
 * addressOf(new Uint8Array(20), 'mainnet'); // 'bitcoincash:qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqfnhks603'
 */
export const addressOf = (hash: PublicKeyHash, network: Network): string =>
  encodeCashAddress({ payload: hash, prefix: addressPrefix(network), type: CashAddressType.p2pkh }).address;

/** The P2PKH locking bytecode of a party, 25 bytes. @param hash 20 bytes */
export const lockingBytecodeOf = (hash: PublicKeyHash): Uint8Array => encodeLockingBytecodeP2pkh(hash);
