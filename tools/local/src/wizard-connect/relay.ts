import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** What a relay stores (NIP-01), as far as it reads it. */
interface StoredEvent {
  readonly id: string;
  readonly kind: number;
  readonly tags: readonly (readonly string[])[];
}

interface Filter {
  readonly kinds?: readonly number[];
  readonly '#p'?: readonly string[];
}

/** What becomes of the connections when an event comes in. */
export type Cut =
  /** All break before the event is read: it is lost, and its sender hears nothing. */
  | 'before'
  /** All break once the event is stored: neither sender nor reader hears of it. */
  | 'after';

/** A Nostr relay on this machine. */
export interface NostrRelay {
  readonly url: string;
  /** Number of events that came in. */
  readonly received: () => number;
  /** Breaks all connections when the next event comes in, once. */
  cut(when: Cut): void;
  /** Number of times that connections were broken. */
  readonly cuts: () => number;
  stop(): Promise<void>;
}

const isFor = ({ kind, tags }: StoredEvent, { kinds, '#p': readers }: Filter): boolean =>
  kinds?.includes(kind) !== false &&
  readers?.some((reader) => tags.some(([name, value]) => name === 'p' && value === reader)) !== false;

/**
 * Starts a relay with the part of NIP-01 that WizardConnect uses: events are stored and carried to clients that ask for them by kind
 * and reader, now and later. It verifies nothing, which its clients may not rely on anyhow.
 */
export const startNostrRelay = async (): Promise<NostrRelay> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const stored: StoredEvent[] = [];
  const subscriptions = new Map<WebSocket, Map<string, readonly Filter[]>>();
  let received = 0;
  let cuts = 0;
  let next: Cut | undefined;

  const say = (socket: WebSocket, ...message: readonly unknown[]): void => socket.send(JSON.stringify(message));
  const cutAll = (): void => {
    cuts += 1;
    for (const socket of server.clients) socket.terminate();
  };
  const publish = (sender: WebSocket, event: StoredEvent): void => {
    received += 1;
    const cut = next;
    next = undefined;
    if (cut === 'before') {
      cutAll();
      return;
    }
    const isNew = !stored.some(({ id }) => id === event.id);
    if (isNew) stored.push(event);
    if (cut === 'after') {
      cutAll();
      return;
    }
    say(sender, 'OK', event.id, true, '');
    if (!isNew) return;
    for (const [socket, filters] of subscriptions)
      for (const [id, wanted] of filters) if (wanted.some((one) => isFor(event, one))) say(socket, 'EVENT', id, event);
  };
  server.on('connection', (socket) => {
    const own = new Map<string, readonly Filter[]>();
    subscriptions.set(socket, own);
    socket.on('close', () => subscriptions.delete(socket));
    socket.on('message', (data: Buffer) => {
      const [kind, first, ...rest] = JSON.parse(data.toString()) as [string, ...unknown[]];
      if (kind === 'EVENT') publish(socket, first as StoredEvent);
      if (kind === 'CLOSE') own.delete(String(first));
      if (kind !== 'REQ') return;
      const filters = rest as readonly Filter[];
      own.set(String(first), filters);
      for (const event of stored) if (filters.some((one) => isFor(event, one))) say(socket, 'EVENT', first, event);
      say(socket, 'EOSE', first);
    });
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: () => received,
    cut(when) {
      next = when;
    },
    cuts: () => cuts,
    async stop() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
};
