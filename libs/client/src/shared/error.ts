import { exact, type Exact, type Schemas } from './amounts.js';

/** The body of a refusal by the API. */
export type Refusal = Schemas['Error'];

/** An error code of the API, or of the client itself. */
export type WeirErrorCode = Refusal['code'] | ClientErrorCode;

/** What goes wrong before an answer, or without one. */
export type ClientErrorCode =
  /** No answer: the network, the name, or the server is not there. */
  | 'CONNECTION_FAILED'
  /** The answer is not the API's: a proxy's page, or part of an answer. */
  | 'ANSWER_UNREADABLE'
  /** A signature or an address is needed, and no wallet was given. */
  | 'WALLET_REQUIRED'
  /** The wallet's user refused: nothing was signed. `cause` holds the wallet's error. */
  | 'WALLET_REFUSED'
  /** The wallet did not sign for another reason: locked, disconnected, out of order. `cause` holds its error. */
  | 'WALLET_FAILED'
  /** What the service would have the wallet sign is not what was asked for: nothing was signed. */
  | 'UNEXPECTED_TRANSACTION'
  /** A price that the service states is not proven by the oracle's signatures, or comes to another amount. */
  | 'UNEXPECTED_PRICE'
  /** The record was not requested by this client, and no `onReview` reads the transaction. */
  | 'REVIEW_REQUIRED'
  /** `onReview` declined: the wallet was not asked. */
  | 'REVIEW_DECLINED'
  /**
   * The service says that a proposal which was signed just now is void. It may be mined all the same, so nothing is signed
   * again before somebody has checked the vault's coin on the chain; the message names it.
   */
  | 'PROPOSAL_MAY_BE_PAID'
  /** The wallet's answer is not what was asked for. */
  | 'WALLET_ANSWER_UNUSABLE'
  /** Everything that was asked for is done already: the planned deposit of a vault, say. */
  | 'NOTHING_TO_SIGN'
  /** What was to be resumed was not kept by this version of the client. */
  | 'PENDING_UNUSABLE'
  /** `weir.dev` was used where there is no local stack. */
  | 'NO_DEV_KIT';

/** What helps against an error, for pages that offer a button beside the message. */
export type Remedy =
  /** Change the input: `details.field`, `details.problems` or `details.errors` say what. */
  | 'CHANGE_INPUT'
  /** Prove who asks: `weir.signIn`. Methods with a wallet do so by themselves. */
  | 'SIGN_IN'
  /** Use the wallet of the party who may do this. */
  | 'USE_ANOTHER_WALLET'
  /** Connect a wallet. */
  | 'CONNECT_WALLET'
  /** Look at the wallet: it is locked, disconnected, or gives unusable answers. */
  | 'CHECK_WALLET'
  /** Nothing: the user refused. */
  | 'NONE'
  /** Send coins to the wallet: it has `details.availableBase` of `details.neededBase`. */
  | 'ADD_FUNDS'
  /** Come back when it is time: `details.claimableAt`, `availableAtHeight`, `startDate`. */
  | 'WAIT'
  /** Try the same again in a while. */
  | 'TRY_AGAIN'
  /** Call the method again: somebody else was faster, and the transaction must be built and signed again. */
  | 'START_OVER'
  /** Read the record again: it is not, or no longer, in a state that allows this. */
  | 'REFRESH'
  /** Report it to the operator of the service, with `requestId`. */
  | 'REPORT';

const BY_CODE: { readonly [Code in WeirErrorCode]?: Remedy } = {
  CONNECTION_FAILED: 'TRY_AGAIN',
  ANSWER_UNREADABLE: 'TRY_AGAIN',
  WALLET_REQUIRED: 'CONNECT_WALLET',
  WALLET_REFUSED: 'NONE',
  WALLET_FAILED: 'CHECK_WALLET',
  UNEXPECTED_TRANSACTION: 'REPORT',
  UNEXPECTED_PRICE: 'REPORT',
  REVIEW_REQUIRED: 'CHANGE_INPUT',
  REVIEW_DECLINED: 'NONE',
  WALLET_ANSWER_UNUSABLE: 'CHECK_WALLET',
  PENDING_UNUSABLE: 'START_OVER',
  NO_DEV_KIT: 'CHANGE_INPUT',
  INSUFFICIENT_FUNDS: 'ADD_FUNDS',
  NOTHING_TO_CLAIM: 'WAIT',
  NOTHING_TO_PUSH: 'WAIT',
  NOTICE_NOT_OVER: 'WAIT',
  OUTSIDE_CLAIM_WINDOW: 'WAIT',
  TX_UNCONFIRMED: 'WAIT',
  TX_NOT_FOUND: 'TRY_AGAIN',
  STATE_MOVED: 'START_OVER',
  BROADCAST_REJECTED: 'START_OVER',
  TX_REPLACED: 'START_OVER',
  PROPOSAL_STALE: 'START_OVER',
  PROPOSAL_SIGNATURE_INVALID: 'CHECK_WALLET',
  AUTH_SIGNATURE_INVALID: 'CHECK_WALLET',
  INTERNAL: 'REPORT',
};

const BY_STATUS: Readonly<Record<number, Remedy>> = {
  400: 'CHANGE_INPUT',
  401: 'SIGN_IN',
  403: 'USE_ANOTHER_WALLET',
  408: 'TRY_AGAIN',
  413: 'CHANGE_INPUT',
  422: 'REPORT',
  429: 'TRY_AGAIN',
  503: 'TRY_AGAIN',
};

/**
 * Returns what helps against a code; for codes of the API by their HTTP status where the code has no remedy of its
 * own.
 */
export const remedyOf = (code: WeirErrorCode, status: number | undefined): Remedy =>
  BY_CODE[code] ?? BY_STATUS[status ?? 0] ?? 'REFRESH';

/** The facts behind a refusal, with exact amounts as bigint. */
export type RefusalDetails = Exact<
  Omit<Refusal, 'success' | 'error' | 'code' | 'message' | 'requestId' | 'retryable' | 'details'>
> &
  Exact<NonNullable<Refusal['details']>>;

interface Facts {
  readonly status?: number;
  readonly requestId?: string | undefined;
  readonly retryable?: boolean;
  readonly details?: RefusalDetails;
  readonly cause?: unknown;
}

/** The error of every call: mostly a refusal by the API. Branch on `code`, show `message`. */
export class WeirError extends Error {
  override readonly name = 'WeirError';
  /** HTTP status; undefined where there was no answer. */
  readonly status: number | undefined;
  /** Identifies the request in the service's logs; undefined where there was no answer. */
  readonly requestId: string | undefined;
  /** Whether the same call can succeed later. */
  readonly retryable: boolean;
  /** The facts behind the message, depending on the code. */
  readonly details: RefusalDetails;
  /** What helps against it. */
  readonly remedy: Remedy;

  constructor(
    readonly code: WeirErrorCode,
    message: string,
    { status, requestId, retryable = false, details = {}, cause }: Facts = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.requestId = requestId;
    this.retryable = retryable;
    this.details = details;
    this.remedy = remedyOf(code, status);
  }
}

/** Whether an error is a WeirError and, where codes are given, has one of them. */
export const isWeirError = <Code extends WeirErrorCode = WeirErrorCode>(
  error: unknown,
  ...codes: readonly Code[]
): error is WeirError & { readonly code: Code } =>
  error instanceof WeirError && (codes.length === 0 || codes.some((code) => code === error.code));

/** Whether a refusal passes with time, where the service does not say so: too many requests, something unavailable, a race. */
const isPassing = (code: WeirErrorCode, status: number): boolean =>
  status === 429 || status === 503 || /^TX_(?:NOT_FOUND|UNCONFIRMED)$|^STATE_MOVED$/.test(code);

/** Converts a refusal by the API to an error. */
export const refusalError = (refusal: Refusal, status: number): WeirError => {
  const { code, message, requestId, retryable = isPassing(code, status), details, ...rest } = refusal;
  const facts = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== 'success' && key !== 'error'));
  return new WeirError(code, message, { status, requestId, retryable, details: exact({ ...details, ...facts }) });
};

/** Codes by which wallets report that their user refused: EIP-1193, WalletConnect. */
const REFUSALS: ReadonlySet<unknown> = new Set([4001, 5000, 5001, 5002, 5003]);
/** Words of wallets that have no codes for it. */
const REFUSED = /reject|refus|den(?:y|ied)|declin|cancel|disapprov/i;

const textOf = (cause: unknown): string => {
  if (cause instanceof Error) return cause.message;
  if (typeof cause === 'string') return cause;
  // WalletConnect throws what came over the wire: plain objects.
  const { message } = Object(cause) as { readonly message?: unknown };
  return typeof message === 'string' ? message : '';
};

/**
 * Converts what a wallet threw: its user refused (WALLET_REFUSED), or it could not do it (WALLET_FAILED).
 *
 * @param what the wallet did not do, as in "sign the message"
 */
export const walletError = (cause: unknown, what: string): WeirError => {
  const text = textOf(cause);
  const { code } = Object(cause) as { readonly code?: unknown };
  const isRefusal = REFUSALS.has(code) || REFUSED.test(text);
  const todo = isRefusal ? 'its user declined' : 'check that it is open and connected, then retry';
  return new WeirError(
    isRefusal ? 'WALLET_REFUSED' : 'WALLET_FAILED',
    `The wallet did not ${what}${text === '' ? '' : ` (${text})`}: ${todo}`,
    { cause },
  );
};
