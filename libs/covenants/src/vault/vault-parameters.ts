import { binToHex, binToNumberUint32LE, hash160, hexToBin, numberToBinUint32LE, secp256k1 } from '@bitauth/libauth';
import { VAULT_SIGNERS } from '@weir/kinds';
import type { PublicKeyHash } from '../chain/address.js';
import type { Network } from '../chain/network.js';
import { parseParty } from '../chain/party.js';

/** A parsed address that a vault can pay to, or why the text is none. */
export type VaultRecipientResult =
  | {
      readonly ok: true;
      /** Locking bytecode that a spend pays to. */
      readonly lockingBytecode: Uint8Array;
      /** Whether the address reports that its wallet handles tokens. */
      readonly tokenAware: boolean;
    }
  | { readonly ok: false; readonly problem: 'MALFORMED' | 'WRONG_NETWORK' };

/**
 * Parses an address that a vault can pay to: of any kind (P2PKH, P2SH20, P2SH32), plain or token-aware, of the network;
 * a missing prefix is accepted.
 */
export const parseVaultRecipient = (text: string, network: Network): VaultRecipientResult => {
  const parsed = parseParty(text, network);
  return parsed.ok ? { ok: true, lockingBytecode: parsed.party, tokenAware: parsed.tokenAware } : parsed;
};

/**
 * What changes in a vault, as held by its NFT commitment. 6 bytes: version 01, status 00, spends (4, little-endian).
 */
export interface VaultState {
  /** Spends so far. Of two transactions agreed on side by side, the second finds another number. */
  readonly spends: number;
}

const VERSION = 0x01;
const STATUS_ACTIVE = 0x00;
const COMMITMENT_LENGTH = 6;

/**
 * Largest count of spends: the covenant counts in a signed number of four bytes. A vault that got there can only be
 * closed.
 */
export const MAX_VAULT_SPENDS = 0x7fffffff;

/** The state that a vault starts with; its first deposit must carry exactly this. */
export const INITIAL_VAULT_STATE: VaultState = { spends: 0 };

/** Encodes a state as its commitment, hex. */
export const encodeVaultState = ({ spends }: VaultState): string =>
  binToHex(Uint8Array.of(VERSION, STATUS_ACTIVE, ...numberToBinUint32LE(spends)));

/** Decodes a commitment (hex); undefined where it is not that of a vault. */
export const decodeVaultState = (commitment: string): VaultState | undefined => {
  const bytes = hexToBin(commitment);
  if (bytes.length !== COMMITMENT_LENGTH || bytes[0] !== VERSION || bytes[1] !== STATUS_ACTIVE) return undefined;
  return { spends: binToNumberUint32LE(bytes.slice(2)) };
};

/** What a vault is compiled with: everything about it that never changes. */
export interface VaultParameters {
  /** Any two of them spend. Their order is part of the address. */
  readonly signers: readonly [PublicKeyHash, PublicKeyHash, PublicKeyHash];
  /** 16 random bytes, so that two vaults of the same signers have different addresses. */
  readonly nonce: Uint8Array;
}

/** The rule that a set of vault parameters breaks. */
export type VaultParametersProblem = 'MALFORMED' | 'SIGNERS_NOT_DISTINCT';

/** Returns the first rule that a set of parameters breaks, or undefined when they are sound. */
export const findVaultProblem = ({ signers, nonce }: VaultParameters): VaultParametersProblem | undefined => {
  // The type demands three, but a database or a request may hold another number.
  const hashes: readonly PublicKeyHash[] = signers;
  if (hashes.length !== VAULT_SIGNERS || nonce.length !== 16 || hashes.some(({ length }) => length !== 20))
    return 'MALFORMED';
  // A key in two places could sign for both.
  return new Set(hashes.map(binToHex)).size === VAULT_SIGNERS ? undefined : 'SIGNERS_NOT_DISTINCT';
};

/** Whether a public key is valid, compressed (as wallets sign) and has a given hash. */
export const isPublicKeyOf = (publicKey: Uint8Array, hash: PublicKeyHash): boolean =>
  publicKey.length === 33 && secp256k1.validatePublicKey(publicKey) && binToHex(hash160(publicKey)) === binToHex(hash);
