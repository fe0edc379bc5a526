import { codes, RpcError } from '../rpc/rpc-error.js';
import type { CallContext } from '../services.js';
import type { SubscriptionBook } from '../subscriptions/subscription-book.js';

/** Subscribes the caller and returns the present status; an error when the server's limit is reached. */
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
