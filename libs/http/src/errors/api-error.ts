import type { ErrorCode } from '@weir/api-contract';

/** An error in the form in which it is answered. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** Response headers that go with the error, such as Retry-After. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether it is part of normal work although its status says 5xx: it is not logged as an error, and does not count as one. */
  readonly isExpected?: boolean;
}

/**
 * An error raised by the HTTP layer itself. Errors of the use cases are mapped by an app's {@link ErrorTranslation}.
 */
export class ApiError extends Error implements Problem {
  override readonly name = 'ApiError';
  readonly isExpected: boolean;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
    readonly headers: Readonly<Record<string, string>> = {},
    { isExpected = false }: Pick<Problem, 'isExpected'> = {},
  ) {
    super(message);
    this.isExpected = isExpected;
  }
}

/** How an app maps its own errors to responses. */
export interface ErrorTranslation {
  /** Maps an error of the layers below; undefined for one it does not know. */
  readonly toProblem: (error: unknown) => Problem | undefined;
  /** Selects details that the body repeats at its top level because clients act on them. */
  readonly promote?: (problem: Problem) => Readonly<Record<string, unknown>>;
}
