/** Why the wallet refused. */
export type WalletErrorCode =
  /** The request is not a wcTransaction, or part of it cannot be read. */
  | 'MALFORMED_REQUEST'
  /** `sourceOutputs` does not describe exactly the coins the transaction spends. */
  | 'SOURCE_OUTPUT_MISMATCH'
  /** A contract input asks for a signature without saying what script it is for. */
  | 'NO_REDEEM_SCRIPT'
  /** `broadcast: true`, and this wallet was made without a broadcaster. */
  | 'NO_BROADCASTER';

/** A request the wallet refuses; nothing was signed or sent. */
export class WalletError extends Error {
  override readonly name = 'WalletError';

  constructor(
    readonly code: WalletErrorCode,
    message: string,
  ) {
    super(message);
  }
}
