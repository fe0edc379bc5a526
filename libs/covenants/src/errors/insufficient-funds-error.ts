import { CovenantError, type CovenantErrorData } from './covenant-error.js';

/** The plain coins of the wallet, or of the vault, do not cover what a transaction needs. Amounts in satoshis. */
export class InsufficientFundsError extends CovenantError {
  declare readonly data: CovenantErrorData['INSUFFICIENT_FUNDS'];
  override readonly name = 'InsufficientFundsError';

  constructor(needed: bigint, available: bigint, holder: 'wallet' | 'vault' = 'wallet') {
    const where = holder === 'vault' ? 'in its state and coins without tokens' : 'in coins without tokens';
    super(
      'INSUFFICIENT_FUNDS',
      `The ${holder} needs ${needed.toString()} satoshis ${where} and has ${available.toString()}`,
      { holder, needed, available },
    );
  }
}
