import type { ChainNode } from '../node/node.types.js';
import type { AddressPrefix } from './address.js';
import type { ChainView } from './chain-view.js';
import type { Faults } from './faults.js';
import type { IndexFollower } from './index/index-follower.js';
import type { Session } from './session.js';
import type { SubscriptionBook } from './subscriptions/subscription-book.js';

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
