import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** A relay of WalletConnect on this machine. */
export interface Relay {
  readonly url: string;
  /**
   * Connects a client that is not reached by a socket.
   *
   * @param url what it would connect to: its `auth` names the client, whose later connections get nothing twice
   * @param send takes what the relay says to it
   */
  connect(url: string, send: (text: string) => void): Connection;
  stop(): Promise<void>;
}

export interface Connection {
  /** Takes what the client says. */
  receive(text: string): void;
  close(): void;
}

interface Client {
  readonly name: string;
  readonly send: (text: string) => void;
}

/** Returns the issuer of the token in a client's URL, which stays the same over its connections. */
const nameIn = (url: string): string => {
  const [, claims = ''] = (new URL(url, 'ws://relay').searchParams.get('auth') ?? '').split('.');
  return (JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly iss: string }).iss;
};

interface Published {
  readonly topic: string;
  readonly message: string;
  readonly tag?: number;
}

/** The messages of one topic, and who has which of them. */
class Mailbox {
  readonly #kept: { readonly published: Published; readonly seenBy: Set<string> }[] = [];
  readonly #followers = new Map<Client, string>();

  publish(published: Published, sender: Client): void {
    this.#kept.push({ published, seenBy: new Set([sender.name]) });
    for (const follower of this.#followers.keys()) this.#deliver(follower);
  }

  follow(follower: Client): string {
    const id = this.#followers.get(follower) ?? randomUUID().replaceAll('-', '');
    this.#followers.set(follower, id);
    // After the answer that names the subscription.
    setImmediate(() => this.#deliver(follower));
    return id;
  }

  leave(follower: Client): void {
    this.#followers.delete(follower);
  }

  #deliver(follower: Client): void {
    const id = this.#followers.get(follower);
    if (id === undefined) return;
    for (const { published, seenBy } of this.#kept) {
      if (seenBy.has(follower.name)) continue;
      seenBy.add(follower.name);
      const params = { id, data: { ...published, publishedAt: Date.now() } };
      follower.send(JSON.stringify({ id: nextId(), jsonrpc: '2.0', method: 'irn_subscription', params }));
    }
  }
}

let lastId = 0;
/** Ids of requests are microseconds, as the clients' are. */
const nextId = (): number => (lastId = Math.max(Date.now() * 1_000, lastId + 1));

type Parameters = Readonly<Record<string, unknown>>;
const textOf = (params: Parameters, name: string): string => {
  const value = params[name];
  if (typeof value !== 'string') throw new Error(`${name} is not a text`);
  return value;
};
const textsOf = (params: Parameters, name: string): string[] => {
  const value = params[name];
  if (!Array.isArray(value)) throw new Error(`${name} is not a list`);
  return value.map(String);
};

/**
 * Starts a relay, which carries encrypted messages between pages and wallets: the part of WalletConnect's relay protocol that its
 * clients use (https://docs.walletconnect.network, "Relay Server RPC"). Messages are kept for clients that follow their topic later.
 */
export const startRelay = async (): Promise<Relay> => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const mailboxes = new Map<string, Mailbox>();
  const mailbox = (topic: string): Mailbox => {
    const found = mailboxes.get(topic) ?? new Mailbox();
    mailboxes.set(topic, found);
    return found;
  };
  const post = (client: Client, topic: string, message: string, tag?: number): void =>
    mailbox(topic).publish({ topic, message, ...(tag !== undefined && { tag }) }, client);

  const METHODS: Readonly<Record<string, (client: Client, params: Parameters) => unknown>> = {
    irn_subscribe: (client, params) => mailbox(textOf(params, 'topic')).follow(client),
    irn_batchSubscribe: (client, params) => textsOf(params, 'topics').map((topic) => mailbox(topic).follow(client)),
    irn_unsubscribe(client, params) {
      mailbox(textOf(params, 'topic')).leave(client);
      return true;
    },
    irn_publish(client, params) {
      post(client, textOf(params, 'topic'), textOf(params, 'message'), Number(params['tag']));
      return true;
    },
    irn_batchFetchMessages: () => ({ messages: [], hasMore: false }),
    wc_proposeSession(client, params) {
      post(client, textOf(params, 'pairingTopic'), textOf(params, 'sessionProposal'), 1_100);
      mailbox(textOf(params, 'pairingTopic')).follow(client);
      return true;
    },
    wc_approveSession(client, params) {
      const session = mailbox(textOf(params, 'sessionTopic'));
      session.follow(client);
      post(client, textOf(params, 'pairingTopic'), textOf(params, 'sessionProposalResponse'), 1_101);
      post(client, textOf(params, 'sessionTopic'), textOf(params, 'sessionSettlementRequest'), 1_102);
      return true;
    },
  };

  const connect = (url: string, send: (text: string) => void): Connection => {
    const client: Client = { name: nameIn(url), send };
    return {
      receive(text) {
        const asked = JSON.parse(text) as { id: number; method?: string; params?: Parameters };
        // An acknowledgement.
        if (asked.method === undefined) return;
        const method = METHODS[asked.method];
        const answer =
          method === undefined
            ? { error: { code: -32_601, message: `No method ${asked.method}` } }
            : { result: method(client, asked.params ?? {}) };
        send(JSON.stringify({ id: asked.id, jsonrpc: '2.0', ...answer }));
      },
      close() {
        for (const one of mailboxes.values()) one.leave(client);
      },
    };
  };
  server.on('connection', (socket, { url = '' }) => {
    const connection = connect(url, (text) => socket.send(text));
    socket.on('message', (data: Buffer) => connection.receive(data.toString()));
    socket.on('close', () => connection.close());
  });
  return {
    connect,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      for (const client of server.clients) client.terminate();
      server.close();
      await once(server, 'close');
    },
  };
};
