import { ProtocolVersion } from './rpc/protocol-version.js';
import type { Subscriber } from './subscriptions/subscription-book.js';

/** A connection, over whichever transport. */
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
