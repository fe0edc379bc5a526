import type { ErrorCode } from '@weir/api-contract/words';

/** Details travel to the client as they are: strings, numbers, booleans, nested; never secrets, never stacks. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

/** A use case's refusal: what, why and (in the message) what to do next. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
