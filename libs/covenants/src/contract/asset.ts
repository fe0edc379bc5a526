/** Satoshis, held by the state output itself. */
interface BchAsset {
  readonly type: 'BCH';
}

/** Base units of a fungible token, held by the companion output beside the state. */
interface TokenAsset {
  readonly type: 'FUNGIBLE_TOKEN';
  /** Display-order hex. */
  readonly category: string;
}

/** What a campaign pays in: satoshis, or base units of one token category. */
export type AirdropAsset = BchAsset | TokenAsset;

/** The asset of everything that is paid in satoshis. */
export const BCH_ASSET: BchAsset = { type: 'BCH' };

/** Whether a text is a token category as this library writes it: 64 lower-case hex digits. */
export const isCategory = (text: string): boolean => /^[0-9a-f]{64}$/u.test(text);
