/** How a transaction differs from what was asked for. */
export type DifferenceCode =
  /** It cannot be decoded, or contradicts itself. */
  | 'REQUEST_MALFORMED'
  /** It spends something that its purpose does not need. */
  | 'UNEXPECTED_INPUT'
  /** It pays somebody whom its purpose does not name, or makes something that nobody asked for. */
  | 'UNEXPECTED_OUTPUT'
  /** It does something else, or the same with other terms. */
  | 'OTHER_TERMS'
  /** Tokens or NFTs of the signer's would be lost. */
  | 'TOKENS_LOST'
  /** Its fee is above what it may cost. */
  | 'FEE_TOO_HIGH'
  /** The wallet signed something else, or by a signature that leaves amounts open. */
  | 'SIGNED_OTHERWISE';

/** Why a transaction must not be signed: the first difference from what was asked for, in words for its user. */
export class Difference extends Error {
  override readonly name = 'Difference';

  constructor(
    readonly code: DifferenceCode,
    message: string,
  ) {
    super(message);
  }
}
