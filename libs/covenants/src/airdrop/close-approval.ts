import { base64ToBin, binsAreEqual, hash160, isBase64, secp256k1, sha256 } from '@bitauth/libauth';
import type { AirdropContract } from './airdrop-contract.js';
import { airdropClosingHash } from './airdrop-parameters.js';

/** The creator's consent to close all lanes, in the form the covenant takes. */
export interface CloseApproval {
  readonly publicKey: Uint8Array;
  /** DER, low S. */
  readonly signature: Uint8Array;
}

const SIGNATURE_LENGTH = 65;
/**
 * Range of a recoverable signature's header: 27 plus the recovery id, plus 4, 8 or 12 for compressed keys and other
 * address forms.
 */
const FIRST_HEADER = 27;
const LAST_HEADER = 42;

const RECOVERY_IDS = [0, 1, 2, 3] as const;

/**
 * Recovers the public keys that may have signed. Wallets disagree on whether the header tells a compressed key, so
 * both forms are tried.
 */
const signersOf = (compact: Uint8Array, recoveryId: (typeof RECOVERY_IDS)[number], digest: Uint8Array): Uint8Array[] =>
  [secp256k1.recoverPublicKeyCompressed, secp256k1.recoverPublicKeyUncompressed].flatMap((recover) => {
    const key = recover(compact, recoveryId, digest);
    return typeof key === 'string' ? [] : [key];
  });

const derOf = (compact: Uint8Array): Uint8Array | undefined => {
  const normalized = secp256k1.normalizeSignatureCompact(compact);
  const der = typeof normalized === 'string' ? normalized : secp256k1.signatureCompactToDER(normalized);
  return typeof der === 'string' ? undefined : der;
};

/**
 * Reads a wallet's signature (`bch_signMessage`) of `airdropClosingMessage`. Undefined when it is malformed, signs
 * another text, or is not the creator's; always undefined for a script's campaign.
 *
 * @param signature base64 of 65 bytes
 */
export const readCloseApproval = ({ parameters }: AirdropContract, signature: string): CloseApproval | undefined => {
  if (!isBase64(signature)) return undefined;
  const bytes = base64ToBin(signature);
  const header = bytes[0] ?? 0;
  const recoveryId = RECOVERY_IDS[(header - FIRST_HEADER) % RECOVERY_IDS.length];
  if (bytes.length !== SIGNATURE_LENGTH || recoveryId === undefined || header > LAST_HEADER) return undefined;
  const compact = bytes.slice(1);
  const signers = signersOf(compact, recoveryId, sha256.hash(airdropClosingHash(parameters.nonce)));
  const publicKey = signers.find((key) => binsAreEqual(hash160(key), parameters.creator));
  const der = derOf(compact);
  return publicKey && der && { publicKey, signature: der };
};
