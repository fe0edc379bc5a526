import type { Transport } from '../session.js';

/** What a listener tells of its connections. */
export interface ConnectionHandler {
  opened(transport: Transport): { received(text: string): void; closed(): void };
}

/** A socket that listens. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}
