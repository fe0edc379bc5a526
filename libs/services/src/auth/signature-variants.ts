/**
 * The kinds of Bitcoin Signed Message by the first of the 65 bytes: it tells the kind of key and address that the
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
