/** Why a request to somewhere outside was not made, or came to nothing. */
export type OutboundProblem = 'URL_REFUSED' | 'ADDRESS_REFUSED' | 'UNRESOLVED' | 'TIMEOUT' | 'FAILED';

/** A request to somewhere outside that has no answer. Its message may be shown to whoever named the target. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly problem: OutboundProblem,
    message: string,
  ) {
    super(message);
  }
}
