import { InsufficientFundsError } from '../transaction/insufficient-funds-error.js';
import { InsufficientTokensError } from '../transaction/insufficient-tokens-error.js';

/** The vault's own coins do not cover a spend and its fee. Amounts in satoshis. */
export class VaultFundsError extends InsufficientFundsError {
  constructor(needed: bigint, available: bigint) {
    super(needed, available);
    this.message = `The vault needs ${needed.toString()} satoshis in its state and coins without tokens and has ${available.toString()}`;
  }
}

/** The vault does not hold the tokens that are to be paid. Amounts in base units of the category. */
export class VaultTokensError extends InsufficientTokensError {
  constructor(category: string, needed: bigint, available: bigint) {
    super(category, needed, available);
    this.message = `The vault needs ${needed.toString()} units of token ${category} and has ${available.toString()} to spend`;
  }
}

export type VaultProposalProblem =
  /** The amount is too small for an output nodes relay. */
  | 'BELOW_DUST'
  /** Zero, or more than there can be. */
  | 'AMOUNT_OUT_OF_RANGE'
  /** The coin that is to be paid does not lie at the address, or carries no token. */
  | 'NO_SUCH_COIN'
  /** A spend that pays the vault itself, or a close that does. */
  | 'PAYS_ITSELF'
  /** The state has counted to its last number: only a close is possible. */
  | 'SPENDS_USED_UP'
  /** No coin of the vault lies at a first output, whose transaction names a new category. */
  | 'NO_GENESIS_COIN'
  /** Two signatures by one signer, by a stranger, or not of this proposal. */
  | 'SIGNATURES'
  /** The assembled transaction does not pass the virtual machine. */
  | 'REFUSED'
  /** A stored proposal that is none of this vault. */
  | 'MALFORMED'
  /** A stored proposal that spends streams of plans otherwise than its kind says. */
  | 'HIDDEN_CONSENT';

/** Why no proposal can be made of a request, or no transaction of a proposal. */
export class VaultProposalError extends Error {
  override readonly name = 'VaultProposalError';

  constructor(
    readonly problem: VaultProposalProblem,
    message: string,
  ) {
    super(message);
  }
}
