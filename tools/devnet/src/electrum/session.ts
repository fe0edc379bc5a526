import { ProtocolVersion } from './rpc/protocol-version.js';
import type { Subscriber } from './subscriptions/subscription-book.js';

/** One connection, whatever carries it. */
export interface Transport {
  send(text: string): void;
  /** Closes once what was sent has gone out. */
  close(): void;
  /** Cuts the connection at once. */
  destroy(): void;
}

/** What the server knows of a connected client. */
export class Session implements Subscriber {
  /** The version agreed on; before that, the oldest. */
  version = ProtocolVersion.default;
  hasNegotiated = false;
  hearsHeaders = false;

  constructor(readonly transport: Transport) {}

  notify(method: string, params: readonly unknown[]): void {
    this.transport.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }
}
