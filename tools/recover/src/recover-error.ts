/** Why the tool cannot do what it was asked. */
export type RecoverProblem =
  /** The command line, or a file it names, is not right. */
  | 'USAGE'
  /** The chain, as the servers show it, has no such contract. */
  | 'NOT_FOUND'
  /** It is there, but this cannot be done now, or not by this address. */
  | 'NOT_POSSIBLE';

/** A refusal in words for the user. */
export class RecoverError extends Error {
  override readonly name = 'RecoverError';

  constructor(
    readonly problem: RecoverProblem,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export const notPossible = (message: string): RecoverError => new RecoverError('NOT_POSSIBLE', message);
export const notFound = (message: string): RecoverError => new RecoverError('NOT_FOUND', message);
export const usage = (message: string): RecoverError => new RecoverError('USAGE', message);
