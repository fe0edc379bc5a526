import { exact, type Exact } from './amounts.js';
import type { Refusal, WeirErrorCode } from './error-code.js';
import { remedyOf, type Remedy } from './remedy.js';

/** The facts behind a refusal, with exact amounts as bigint. */
export type RefusalDetails = Exact<
  Omit<Refusal, 'success' | 'error' | 'code' | 'message' | 'requestId' | 'retryable' | 'details'>
> &
  Exact<NonNullable<Refusal['details']>>;

export type { ClientErrorCode, Refusal, WeirErrorCode } from './error-code.js';

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

/** Codes of refusals that pass with time. */
const PASSING: ReadonlySet<WeirErrorCode> = new Set<WeirErrorCode>([
  ...(['TX_NOT_FOUND', 'TX_UNCONFIRMED', 'STATE_MOVED', 'RATE_LIMITED', 'QUOTA_EXCEEDED'] as const),
  ...(['CHAIN_UNAVAILABLE', 'DATABASE_UNAVAILABLE', 'INDEXER_UNAVAILABLE', 'OVERLOADED'] as const),
]);

/** Converts a refusal by the API to an error. */
export const refusalError = (refusal: Refusal, status: number): WeirError => {
  const { code, message, requestId, retryable = PASSING.has(code), details, ...rest } = refusal;
  const facts = Object.fromEntries(Object.entries(rest).filter(([key]) => key !== 'success' && key !== 'error'));
  return new WeirError(code, message, { status, requestId, retryable, details: exact({ ...details, ...facts }) });
};
