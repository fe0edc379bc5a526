import { codes, RpcError } from '../rpc/rpc-error.js';
import type { CallContext } from '../services.js';
import type { SubscriptionBook } from '../subscriptions/subscription-book.js';

/**
 * Subscribes the caller and returns the current status.
 * @throws RpcError if the server's limit of subscriptions is reached
 */
export const subscribeTo = (
  { session }: CallContext,
  book: SubscriptionBook,
  key: string,
  method: string,
  alias: string,
): unknown => {
  const subscribed = book.subscribe(session, key, method, alias);
  if (subscribed === undefined) throw new RpcError(codes.limit, 'Subscription limit reached');
  return subscribed.status;
};
