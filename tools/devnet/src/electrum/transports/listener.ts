import type { Transport } from '../session.js';

/** What a listener reports about its connections. */
export interface ConnectionHandler {
  opened(transport: Transport): { received(text: string): void; closed(): void };
}

/** A listening socket. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}
