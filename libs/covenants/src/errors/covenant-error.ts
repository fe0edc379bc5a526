/** What each error code carries beside its message. */
export interface CovenantErrorData {
  /** Coins without tokens do not cover what a transaction needs. Satoshis. */
  readonly INSUFFICIENT_FUNDS: {
    readonly holder: 'wallet' | 'vault';
    readonly needed: bigint;
    readonly available: bigint;
  };
  /** The wallet, or the vault, lacks tokens. Base units of the category, which is display-order hex. */
  readonly INSUFFICIENT_TOKENS: {
    readonly holder: 'wallet' | 'vault';
    readonly category: string;
    readonly needed: bigint;
    readonly available: bigint;
  };
  /** The transaction would have more bytes than nodes relay: take fewer streams, or fewer coins. */
  readonly TRANSACTION_TOO_LARGE: { readonly size: number; readonly most: number };
  /**
   * While a notice runs, a push pays at least a 4,096th of the total or everything that is left; a lock always pays a
   * 64th at least. Only the recipient may be paid less, beside a coin of their own.
   */
  readonly PUSH_TOO_SMALL: NoData;
  /** While a move to another address is pending, only the recipient makes payments, by a coin of their own. */
  readonly MOVE_PENDING: NoData;
  /** A wallet of one key cannot sign for this party, who is a script. */
  readonly PARTY_IS_SCRIPT: { readonly party: string };

  /**
   * The proof does not lead to the lane's root: another claim came first, or the row is paid already. Make a new
   * proof.
   */
  readonly PROOF_OUTDATED: NoData;
  /** The campaign has not started at the claim's locktime. */
  readonly NOT_STARTED: NoData;
  /** The key hash has claimed as often as the campaign allows. */
  readonly LIMIT_REACHED: NoData;
  /** The lane has paid all its claims. */
  readonly LANE_EXHAUSTED: NoData;
  /** The key hash is paid by another lane. */
  readonly WRONG_LANE: NoData;
  /** The creator may not close yet. Unix seconds. */
  readonly CLOSE_TOO_EARLY: { readonly from: bigint };
  /** A lane with claims left is not complete. */
  readonly CLAIMS_LEFT: NoData;

  /**
   * The limit of a purse has not refilled: satoshis or base units that may leave now, and what the payment counts as. `fromHeight`
   * is the block from which the payment is possible; absent for a coin that is not mined, or a payment above the limit.
   */
  readonly LIMIT_EXCEEDED: { readonly available: bigint; readonly needed: bigint; readonly fromHeight?: number };
  /** A purse does not hold the payment and what must stay: base units, or satoshis. */
  readonly PURSE_TOO_SMALL: { readonly held: bigint; readonly needed: bigint };
  /** The payee is not on the list of the purse. */
  readonly NOT_A_PAYEE: NoData;
  /** The list of payees is not the one whose hash the purse has. */
  readonly LIST_DIFFERS: NoData;
  /** Nodes ask for a higher fee than the contract may pay, and nobody's coin can pay the rest. */
  readonly FEE_ABOVE_BOUND: NoData;

  /** The amount is too small for an output that nodes relay. */
  readonly BELOW_DUST: NoData;
  /** The amount is zero, or more than can exist. */
  readonly AMOUNT_OUT_OF_RANGE: NoData;
  /** The coin to be paid out does not lie at the address, or carries no token. */
  readonly NO_SUCH_COIN: NoData;
  /** A spend, or a close, would pay the vault itself. */
  readonly PAYS_ITSELF: NoData;
  /** The state has counted to its last number: only a close is possible. */
  readonly SPENDS_USED_UP: NoData;
  /** No coin of the vault is at output index 0, so none can make a new category. */
  readonly NO_GENESIS_COIN: NoData;
  /** Two signatures are by one signer, or one is by a stranger or for another proposal. */
  readonly SIGNATURES: NoData;
  /** The assembled transaction does not pass the virtual machine. */
  readonly REFUSED: NoData;
  /** A stored proposal does not belong to this vault. */
  readonly MALFORMED: NoData;
  /** A stored proposal spends streams of plans in another way than its kind says. */
  readonly HIDDEN_CONSENT: NoData;
}

type NoData = Readonly<Record<string, never>>;

/** Why a transaction, or a proposal of one, cannot be built. */
export type CovenantErrorCode = keyof CovenantErrorData;

/** The codes that carry no data. */
export type PlainErrorCode = {
  [Code in CovenantErrorCode]: CovenantErrorData[Code] extends NoData ? Code : never;
}[CovenantErrorCode];

/**
 * The error of every builder where what is asked for cannot be built from what was given: coins, proofs, amounts,
 * states. What no data could make right is misuse, and throws a RangeError or a TypeError.
 *
 * @example
 * try {
 *   return buildAirdropClose(contract, coin, locktime, left);
 * } catch (error) {
 *   if (error instanceof CovenantError && error.is('CLOSE_TOO_EARLY')) return error.data.from;
 *   throw error;
 * }
 */
export class CovenantError extends Error {
  override readonly name: string = 'CovenantError';

  constructor(
    readonly code: CovenantErrorCode,
    message: string,
    readonly data: CovenantErrorData[CovenantErrorCode],
  ) {
    super(message);
  }

  /** Whether the error has a code; its data may then be read. */
  is<Code extends CovenantErrorCode>(code: Code): this is CovenantErrorOf<Code> {
    return this.code === code;
  }
}

/** A CovenantError that is known to have a code. */
export type CovenantErrorOf<Code extends CovenantErrorCode> = CovenantError & {
  readonly code: Code;
  readonly data: CovenantErrorData[Code];
};

/** Makes an error whose code carries no data. */
export const covenantError = (code: PlainErrorCode, message: string): CovenantError =>
  new CovenantError(code, message, {});

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
