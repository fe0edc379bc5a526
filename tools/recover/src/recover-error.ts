import { addressPrefix, type Network } from '@weir/covenants';
import { explainAddress, faultText } from '@weir/merkle/addresses';

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
/**
 * Returns a refusal of a text that is not an address of the network.
 *
 * @param otherwise what else the text could have been, and is not
 */
export const wrongAddress = (text: string, network: Network, otherwise: string): RecoverError => {
  const fault = explainAddress(text, addressPrefix(network));
  if (fault === undefined || fault.problem === 'NOT_AN_ADDRESS') return usage(`${text} is ${otherwise}`);
  const next = fault.problem === 'WRONG_NETWORK' ? ' (see --network)' : '';
  return usage(`${text} ${faultText(fault)}${next}`);
};

/** Returns a refusal of a wrong command line or file. */
export const usage = (message: string): RecoverError => new RecoverError('USAGE', message);
