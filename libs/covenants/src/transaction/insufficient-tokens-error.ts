/** The wallet does not hold the tokens a transaction needs. Amounts in base units of the category. */
export class InsufficientTokensError extends Error {
  override readonly name = 'InsufficientTokensError';

  constructor(
    /** Display-order hex. */
    readonly category: string,
    readonly needed: bigint,
    readonly available: bigint,
  ) {
    super(`The wallet needs ${needed.toString()} units of token ${category} and has ${available.toString()} to spend`);
  }
}
