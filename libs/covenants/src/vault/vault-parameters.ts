import { binToHex, hash160, secp256k1 } from '@bitauth/libauth';
import type { PublicKeyHash } from '../chain/address.js';

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
  if (hashes.length !== 3 || nonce.length !== 16 || hashes.some(({ length }) => length !== 20)) return 'MALFORMED';
  // A key in two places could sign for both.
  return new Set(hashes.map(binToHex)).size === 3 ? undefined : 'SIGNERS_NOT_DISTINCT';
};

/** Whether a public key is valid, compressed (as wallets sign) and has a given hash. */
export const isPublicKeyOf = (publicKey: Uint8Array, hash: PublicKeyHash): boolean =>
  publicKey.length === 33 && secp256k1.validatePublicKey(publicKey) && binToHex(hash160(publicKey)) === binToHex(hash);
