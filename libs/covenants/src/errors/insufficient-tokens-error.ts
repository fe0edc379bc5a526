import { CovenantError, type CovenantErrorData } from './covenant-error.js';

/**
 * The wallet, or the vault, does not hold the tokens that a transaction needs. Amounts in base units of the category.
 */
export class InsufficientTokensError extends CovenantError {
  declare readonly data: CovenantErrorData['INSUFFICIENT_TOKENS'];
  override readonly name = 'InsufficientTokensError';

  /** @param category display-order hex */
  constructor(category: string, needed: bigint, available: bigint, holder: 'wallet' | 'vault' = 'wallet') {
    super(
      'INSUFFICIENT_TOKENS',
      `The ${holder} needs ${needed.toString()} units of token ${category} and has ${available.toString()} to spend`,
      { holder, category, needed, available },
    );
  }
}
