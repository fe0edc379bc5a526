import type { ErrorCode } from '@weir/api-contract';

/** An error as the HTTP layer answers it. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Response headers the refusal calls for. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A refusal by the HTTP layer itself. The use cases have their own, which an app's {@link ErrorTranslation} reads. */
export class ApiError extends Error implements Problem {
  override readonly name = 'ApiError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** What an app adds to how errors are answered. */
export interface ErrorTranslation {
  /** Reads errors of the layers beneath; undefined for one it does not know. */
  readonly toProblem: (error: unknown) => Problem | undefined;
  /** Details that clients act on, which stand beside the message as well. */
  readonly promote?: (problem: Problem) => Readonly<Record<string, unknown>>;
}
