import type { ChainNode } from '../node/node.js';
import type { AddressPrefix } from './address.js';
import type { ChainView } from './chain-view.js';
import type { Faults } from './faults.js';
import type { IndexFollower } from './index/index-follower.js';
import { ProtocolVersion } from './rpc/protocol-version.js';
import { codes, RpcError } from './rpc/rpc-message.js';
import type { Subscriber, SubscriptionBook } from './subscriptions/subscription-book.js';

/** A connection, over any transport. */
export interface Transport {
  send(text: string): void;
  /** Closes the connection once everything has been sent. */
  close(): void;
  /** Cuts the connection at once. */
  destroy(): void;
}

/** The state of a connected client. */
export class Session implements Subscriber {
  /** The negotiated version; until then, the oldest. */
  version = ProtocolVersion.default;
  hasNegotiated = false;
  hearsHeaders = false;

  constructor(readonly transport: Transport) {}

  notify(method: string, params: readonly unknown[]): void {
    this.transport.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }
}

/** Limits that public servers impose on clients. */
export interface Limits {
  /** Calls in one batch. */
  readonly batch: number;
  /** Subscriptions of all clients of one address. Here all clients count as one address. */
  readonly subscriptions: number;
}

/** Everything that methods may use. */
export interface Services {
  readonly node: ChainNode;
  readonly view: ChainView;
  readonly follower: IndexFollower;
  readonly faults: Faults;
  readonly scripthashes: SubscriptionBook;
  readonly transactions: SubscriptionBook;
  readonly sessions: ReadonlySet<Session>;
  readonly limits: Limits;
  /** CashAddress prefix of the network. */
  readonly prefix: AddressPrefix;
  /** Host and ports the server listens on. */
  readonly address: { readonly host: string; readonly tcpPort: number; readonly wsPort: number };
}

/** The server, and the connection a call came over. */
export interface CallContext {
  readonly services: Services;
  readonly session: Session;
}

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
