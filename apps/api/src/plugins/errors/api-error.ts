import type { ErrorCode } from '@weir/api-contract';

/** A refusal by the HTTP layer itself. The use cases have their own, {@link ServiceError}. */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    /** Response headers the refusal calls for. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}
