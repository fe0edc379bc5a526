import { binToHex, hash160, secp256k1 } from '@bitauth/libauth';
import type { PublicKeyHash } from '../chain/address.js';

/** What a vault is compiled with: everything about it that never changes. */
export interface VaultParameters {
  /** Any two of them spend. Their order is part of the address. */
  readonly signers: readonly [PublicKeyHash, PublicKeyHash, PublicKeyHash];
  /** 16 random bytes: two vaults of the same signers have different addresses. */
  readonly nonce: Uint8Array;
}

export type VaultParametersProblem = 'MALFORMED' | 'SIGNERS_NOT_DISTINCT';

/** The first rule a set of parameters breaks, or undefined when a vault may be made of them. */
export const findVaultProblem = ({ signers, nonce }: VaultParameters): VaultParametersProblem | undefined => {
  // The type asks for three; what comes from a database or a request may hold another number.
  const hashes: readonly PublicKeyHash[] = signers;
  if (hashes.length !== 3 || nonce.length !== 16 || hashes.some(({ length }) => length !== 20)) return 'MALFORMED';
  // One key in two places could sign for both.
  return new Set(hashes.map(binToHex)).size === 3 ? undefined : 'SIGNERS_NOT_DISTINCT';
};

/** Whether a public key is sound, compressed (as wallets sign with) and belongs to a hash. */
export const isPublicKeyOf = (publicKey: Uint8Array, hash: PublicKeyHash): boolean =>
  publicKey.length === 33 && secp256k1.validatePublicKey(publicKey) && binToHex(hash160(publicKey)) === binToHex(hash);
