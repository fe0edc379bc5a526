/** The wallet's plain coins do not cover what a transaction needs. Amounts in satoshis. */
export class InsufficientFundsError extends Error {
  override readonly name = 'InsufficientFundsError';

  constructor(
    readonly needed: bigint,
    readonly available: bigint,
  ) {
    super(`The wallet needs ${needed.toString()} satoshis in coins without tokens and has ${available.toString()}`);
  }
}
