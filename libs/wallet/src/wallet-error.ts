/** Why the wallet refused a request. */
export type WalletErrorCode =
  /** The request is not a wcTransaction, or part of it cannot be read. */
  | 'MALFORMED_REQUEST'
  /** `sourceOutputs` does not describe exactly the coins that the transaction spends. */
  | 'SOURCE_OUTPUT_MISMATCH'
  /** A contract input asks for a signature without the redeem script that it is for. */
  | 'NO_REDEEM_SCRIPT'
  /** `broadcast: true`, but the wallet has no broadcaster. */
  | 'NO_BROADCASTER';

/** A request that the wallet refuses; nothing was signed or sent. */
export class WalletError extends Error {
  override readonly name = 'WalletError';

  constructor(
    readonly code: WalletErrorCode,
    message: string,
  ) {
    super(message);
  }
}
