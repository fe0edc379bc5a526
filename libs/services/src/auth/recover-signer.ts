import {
  base64ToBin,
  bigIntToCompactUint,
  flattenBinArray,
  hash160,
  hash256,
  secp256k1,
  utf8ToBin,
} from '@bitauth/libauth';
import type { PublicKeyHash } from '@weir/covenants';

/**
 * The kinds of Bitcoin Signed Message by the first of the 65 bytes: it names the kind of key and address that the
 * signer means, and in its two low bits which of the possible keys signed.
 *
 * Accepted is what Electron Cash makes, and mainnet-js and the WalletConnect wallets after it: signatures by compressed
 * keys. The others are listed so that a refusal can say why, and are not mistaken for noise.
 */
export interface SignatureVariant {
  readonly name: string;
  readonly firstHeader: number;
  /** Why signatures of this kind are refused; undefined where they are accepted. */
  readonly refusal: string | undefined;
}

/** Header bytes of one variant. */
const HEADERS = 4;

export const SIGNATURE_VARIANTS: readonly SignatureVariant[] = [
  {
    name: 'p2pkh-uncompressed',
    firstHeader: 27,
    refusal: 'it was made for an uncompressed key, whose address the contracts cannot pay; sign with a compressed key',
  },
  { name: 'p2pkh-compressed', firstHeader: 31, refusal: undefined },
  {
    name: 'p2sh-p2wpkh',
    firstHeader: 35,
    refusal: 'it was made for a SegWit address, which Bitcoin Cash does not have',
  },
  { name: 'p2wpkh', firstHeader: 39, refusal: 'it was made for a SegWit address, which Bitcoin Cash does not have' },
];

/** Returns the variant of a header byte; undefined for any other byte. */
export const variantOf = (header: number): SignatureVariant | undefined =>
  SIGNATURE_VARIANTS.find(({ firstHeader }) => header >= firstHeader && header < firstHeader + HEADERS);

const MAGIC = 'Bitcoin Signed Message:\n';
/** 65 bytes in base64. */
const SIGNATURE = /^[A-Za-z0-9+/]{87}=$/;
const RECOVERY_IDS = [0, 1, 2, 3] as const;

/** The signer's key hash, or why it cannot be shown. */
export type Signer =
  | { readonly ok: true; readonly hash: PublicKeyHash; readonly variant: string }
  | { readonly ok: false; readonly problem: string };

const withLength = (text: string): Uint8Array => {
  const bytes = utf8ToBin(text);
  return flattenBinArray([bigIntToCompactUint(BigInt(bytes.length)), bytes]);
};

/** The digest that is signed: double SHA-256 of magic and message, each prefixed by its length. */
const messageHash = (message: string): Uint8Array => hash256(flattenBinArray([withLength(MAGIC), withLength(message)]));

const refused = (problem: string): Signer => ({ ok: false, problem });

/**
 * Recovers the key hash of the signer of a Bitcoin Signed Message.
 *
 * @param signature 65 bytes in base64: header, r, s.
 */
export const recoverSigner = (message: string, signature: string): Signer => {
  if (!SIGNATURE.test(signature)) return refused('it must be 65 bytes in base64');
  const bytes = base64ToBin(signature);
  const [header = 0] = bytes;
  const variant = variantOf(header);
  if (variant === undefined) return refused(`its first byte, ${header}, is not a header of a Bitcoin Signed Message`);
  if (variant.refusal !== undefined) return refused(variant.refusal);
  const recoveryId = RECOVERY_IDS.find((id) => id === header - variant.firstHeader) ?? 0;
  const publicKey = secp256k1.recoverPublicKeyCompressed(bytes.slice(1), recoveryId, messageHash(message));
  if (typeof publicKey === 'string') return refused('it is not a valid signature of any key');
  return { ok: true, hash: hash160(publicKey), variant: variant.name };
};
