/** Why the tool cannot do what was asked. */
export type RecoverProblem =
  /** The command line, or a file it names, is wrong. */
  | 'USAGE'
  /** The chain has no such contract, as far as the servers show it. */
  | 'NOT_FOUND'
  /** The contract exists, but does not allow this now, or not to this address. */
  | 'NOT_POSSIBLE';

/** A refusal, worded for the user. The message is shown as it is. */
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

/** Returns a refusal of something the contract does not allow now. */
export const notPossible = (message: string): RecoverError => new RecoverError('NOT_POSSIBLE', message);
/** Returns a refusal because the chain has no such contract. */
export const notFound = (message: string): RecoverError => new RecoverError('NOT_FOUND', message);
/** Returns a refusal of a text that is no address. @param otherwise what it is, if it is not of another network */
export const wrongAddress = (text: string, problem: string, otherwise: string): RecoverError =>
  usage(`${text} is ${problem === 'WRONG_NETWORK' ? 'an address of another network: see --network' : otherwise}`);
/** Returns a refusal of a wrong command line or file. */
export const usage = (message: string): RecoverError => new RecoverError('USAGE', message);
