/** What each reason tells beside its message. */
export interface CovenantErrorData {
  /** Coins without tokens do not cover what a transaction needs. Satoshis. */
  readonly INSUFFICIENT_FUNDS: {
    readonly holder: 'wallet' | 'vault';
    readonly needed: bigint;
    readonly available: bigint;
  };
  /** Base units of the category, display-order hex. */
  readonly INSUFFICIENT_TOKENS: {
    readonly holder: 'wallet' | 'vault';
    readonly category: string;
    readonly needed: bigint;
    readonly available: bigint;
  };
  /** More bytes than nodes relay: take fewer streams, or fewer coins. */
  readonly TRANSACTION_TOO_LARGE: { readonly size: number; readonly most: number };
  /** While a notice runs, a push pays a 4,096th or all that is left, and nobody else pays less. */
  readonly PUSH_TOO_SMALL: NoData;
  /** A wallet of one key cannot sign for this party, who is a script. */
  readonly PARTY_IS_SCRIPT: { readonly party: string };

  /** The proof does not lead to the lane's root: another claim came first, or the row is paid. Prove anew. */
  readonly PROOF_OUTDATED: NoData;
  readonly NOT_STARTED: NoData;
  readonly LIMIT_REACHED: NoData;
  readonly LANE_EXHAUSTED: NoData;
  readonly WRONG_LANE: NoData;
  /** The creator may not close yet. Unix seconds. */
  readonly CLOSE_TOO_EARLY: { readonly from: bigint };
  /** A lane with claims left is not complete. */
  readonly CLAIMS_LEFT: NoData;

  /** The amount is too small for an output nodes relay. */
  readonly BELOW_DUST: NoData;
  /** Zero, or more than there can be. */
  readonly AMOUNT_OUT_OF_RANGE: NoData;
  /** The coin that is to be paid does not lie at the address, or carries no token. */
  readonly NO_SUCH_COIN: NoData;
  /** A spend that pays the vault itself, or a close that does. */
  readonly PAYS_ITSELF: NoData;
  /** The state has counted to its last number: only a close is possible. */
  readonly SPENDS_USED_UP: NoData;
  /** No coin of the vault lies at a first output, whose transaction names a new category. */
  readonly NO_GENESIS_COIN: NoData;
  /** Two signatures by one signer, by a stranger, or not of this proposal. */
  readonly SIGNATURES: NoData;
  /** The assembled transaction does not pass the virtual machine. */
  readonly REFUSED: NoData;
  /** A stored proposal that is none of this vault. */
  readonly MALFORMED: NoData;
  /** A stored proposal that spends streams of plans otherwise than its kind says. */
  readonly HIDDEN_CONSENT: NoData;
}

type NoData = Readonly<Record<string, never>>;

/** Why a transaction, or a proposal of one, cannot be built. */
export type CovenantErrorCode = keyof CovenantErrorData;

/** Reasons that need no more than their name. */
export type PlainErrorCode = {
  [Code in CovenantErrorCode]: CovenantErrorData[Code] extends NoData ? Code : never;
}[CovenantErrorCode];

/**
 * What is asked for cannot be built of what was given: coins, proofs, amounts, states. Every builder's error is one; who calls
 * with what no data could make right gets a RangeError or a TypeError.
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

  /** Whether this is the reason, whose data may then be read. */
  is<Code extends CovenantErrorCode>(code: Code): this is CovenantErrorOf<Code> {
    return this.code === code;
  }
}

/** The error of one reason. */
export type CovenantErrorOf<Code extends CovenantErrorCode> = CovenantError & {
  readonly code: Code;
  readonly data: CovenantErrorData[Code];
};

/** The error of a reason that needs no more than its name and a sentence. */
export const covenantError = (code: PlainErrorCode, message: string): CovenantError =>
  new CovenantError(code, message, {});
