/** Why a request to an external target was not made, or failed. */
export type OutboundProblem = 'URL_REFUSED' | 'ADDRESS_REFUSED' | 'UNRESOLVED' | 'TIMEOUT' | 'FAILED';

/** Thrown where a request to an external target has no answer. Its message may be shown to whoever named the target. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly problem: OutboundProblem,
    message: string,
  ) {
    super(message);
  }
}
