import type { StreamRecord } from '@weir/infra';
import { parseParty, parseStandardParty, sameParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { loadStream } from '../streams/load-stream.js';
import type { StreamContext } from '../streams/stream-context.js';

/** A request for a step of the sender's: the caller, and the sender named in the request, who must be the same. */
export interface SenderRequest {
  readonly caller: string;
  readonly sender: string | undefined;
}

/**
 * Loads a stored payment for a caller who is its sender.
 *
 * @param what the caller wants to do, a verb.
 * @throws ServiceError NOT_FOUND, INVALID_ADDRESS, FORBIDDEN
 */
export const loadAsSender = async (
  context: StreamContext,
  id: string,
  { caller, sender }: SenderRequest,
  what: string,
): Promise<StreamRecord> => {
  const payment = await loadStream(context, id);
  const owner = parseStandardParty(payment.sender, context.network, 'sender');
  const named = [
    parseParty(caller, context.network, 'x-user-address'),
    ...(sender === undefined ? [] : [parseParty(sender, context.network, 'sender')]),
  ];
  if (named.every((party) => sameParty(party, owner))) return payment;
  throw new ServiceError('FORBIDDEN', `Only the sender of the payment may ${what} it`, { sender: payment.sender });
};
