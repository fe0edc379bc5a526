import type { StreamRecord } from '@weir/infra';
import { parseParty, sameParty } from '../shared/parties.js';
import { ServiceError } from '../shared/service-error.js';
import { loadStream } from '../streams/load-stream.js';
import type { StreamContext } from '../streams/stream-context.js';

/**
 * The stored payment, for a caller who is its sender.
 *
 * @param what the caller wants to do, a verb.
 * @throws ServiceError NOT_FOUND, INVALID_ADDRESS, FORBIDDEN
 */
export const loadAsSender = async (
  id: string,
  caller: string,
  what: string,
  context: StreamContext,
): Promise<StreamRecord> => {
  const payment = await loadStream(context, id);
  const owner = parseParty(payment.sender, context.network, 'sender');
  if (sameParty(parseParty(caller, context.network, 'x-user-address'), owner)) return payment;
  throw new ServiceError('FORBIDDEN', `Only the sender of the payment may ${what} it`, { sender: payment.sender });
};
