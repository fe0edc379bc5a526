import type { ErrorCode } from '@weir/api-contract/words';
import { CovenantError, type CovenantErrorCode, type CovenantErrorOf } from '@weir/covenants';
import { type ErrorDetails, ServiceError } from './service-error.js';

/**
 * Makes the refusal of a keyless step whose covenant bounds its fee below what nodes ask.
 *
 * @param what the step, such as `refund`
 * @param next what to do instead
 */
export const feeRateTooHigh = (what: string, feeRate: bigint, next: string, details: ErrorDetails = {}): ServiceError =>
  new ServiceError(
    'FEE_RATE_TOO_HIGH',
    `The fee rate of ${feeRate} satoshis for 1,000 bytes exceeds what the contract can pay for a keyless ${what}: ${next}`,
    { feeRate: Number(feeRate), ...details },
  );

/**
 * Runs a builder, turning a wallet's lack of coins or tokens into a refusal.
 *
 * @param wallet Whose coins are asked for, in a word.
 * @throws ServiceError INSUFFICIENT_FUNDS with needed and available satoshis, or base units of the token; see the table of
 * refusals for other reasons
 */
export const withFunds = <T>(wallet: string, build: () => T): T => {
  try {
    return build();
  } catch (error) {
    throw toRefusal(error, wallet);
  }
};

/** The refusal of a request whose transaction cannot be built. */
interface Refusal {
  readonly code: ErrorCode;
  /** Default: the error's own. */
  readonly message?: string;
  readonly details: ErrorDetails;
}

/** Makes the refusal of one reason; `wallet` says in a word whose coins were asked for. */
type Refuse<Code extends CovenantErrorCode> = (error: CovenantErrorOf<Code>, wallet: string) => Refusal;

const field = (code: ErrorCode, name: string) => (): Refusal => ({ code, details: { field: name } });

const claimRefused = ({ code: problem }: CovenantError): Refusal => ({ code: 'WRONG_STATE', details: { problem } });

/** The reasons that a request can cause; all others are ruled out before, and would be a fault of ours. */
const REFUSALS: { readonly [Code in CovenantErrorCode]?: Refuse<Code> } = {
  INSUFFICIENT_FUNDS: ({ data: { holder, needed, available } }, wallet) => ({
    code: 'INSUFFICIENT_FUNDS',
    ...(holder === 'wallet' && {
      message: `The ${wallet}'s wallet needs ${needed.toString()} satoshis in coins without tokens and has ${available.toString()}`,
    }),
    details: {
      wallet: holder === 'vault' ? holder : wallet,
      neededSatoshis: needed.toString(),
      availableSatoshis: available.toString(),
    },
  }),
  INSUFFICIENT_TOKENS: ({ data: { holder, category, needed, available } }, wallet) => ({
    code: 'INSUFFICIENT_FUNDS',
    ...(holder === 'wallet' && {
      message: `The ${wallet}'s wallet needs ${needed.toString()} units of token ${category} and has ${available.toString()} to spend`,
    }),
    details: {
      wallet: holder === 'vault' ? holder : wallet,
      tokenCategory: category,
      neededTokens: needed.toString(),
      availableTokens: available.toString(),
    },
  }),
  TRANSACTION_TOO_LARGE: ({ message, data: { size, most } }) => ({
    code: 'WRONG_STATE',
    message: `${message}: name fewer records, or merge coins first by a payment to the same address`,
    details: { bytes: size, most },
  }),
  NOT_STARTED: claimRefused,
  LIMIT_REACHED: claimRefused,
  LANE_EXHAUSTED: claimRefused,
  WRONG_LANE: claimRefused,
  BELOW_DUST: field('INVALID_AMOUNT', 'amount'),
  AMOUNT_OUT_OF_RANGE: field('INVALID_AMOUNT', 'amount'),
  NO_SUCH_COIN: field('WRONG_STATE', 'outpoint'),
  PAYS_ITSELF: field('INVALID_REQUEST', 'recipient'),
  SPENDS_USED_UP: field('WRONG_STATE', 'kind'),
  LIMIT_EXCEEDED: ({ message, data: { available, needed, fromHeight } }) => ({
    code: 'LIMIT_EXCEEDED',
    message: `${message}${fromHeight === undefined ? '' : `. Its limit has refilled from block ${fromHeight} on`}`,
    details: {
      availableUnits: available.toString(),
      neededUnits: needed.toString(),
      ...(fromHeight !== undefined && { availableAtHeight: fromHeight }),
    },
  }),
  PURSE_TOO_SMALL: ({ data: { held, needed } }) => ({
    code: 'INSUFFICIENT_FUNDS',
    details: { wallet: 'purse', heldUnits: held.toString(), neededUnits: needed.toString() },
  }),
  NOT_A_PAYEE: field('NOT_ELIGIBLE', 'to'),
  FEE_ABOVE_BOUND: field('FEE_RATE_TOO_HIGH', 'feeRate'),
  NO_GENESIS_COIN: field('WRONG_STATE', 'kind'),
};

const refuse = <Code extends CovenantErrorCode>(error: CovenantErrorOf<Code>, wallet: string) => {
  const refusal = REFUSALS[error.code]?.(error, wallet);
  return refusal && new ServiceError(refusal.code, refusal.message ?? error.message, refusal.details, { cause: error });
};

/**
 * Maps a builder's error to the request's refusal; any other error, and a fault of the service, is returned as it is.
 *
 * @param wallet whose coins were asked for, in a word
 */
export const toRefusal = (error: unknown, wallet: string): unknown =>
  error instanceof CovenantError ? (refuse(error, wallet) ?? error) : error;
