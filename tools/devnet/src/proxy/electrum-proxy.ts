import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type RawData, WebSocket, WebSocketServer } from 'ws';
import { type Fault, type Misbehaviour, MisbehaviourPlan, type ProxiedCall } from './misbehaviour.js';

interface Message {
  jsonrpc?: string;
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
}

interface Asked extends ProxiedCall {
  readonly fault: Fault | undefined;
}

interface ProxyState {
  /** URL of the server, `ws://host:port`. */
  readonly upstream: string;
  plan: MisbehaviourPlan;
  /** Whether nothing passes, without anybody noticing. */
  isFrozen: boolean;
}

const linesOf = (data: RawData): string[] => {
  const bytes = Array.isArray(data) ? Buffer.concat(data) : data instanceof ArrayBuffer ? Buffer.from(data) : data;
  return bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
};

type Lie = Extract<Fault, { kind: 'lie' }>['answer'];

/** Returns an answer with another result, or unchanged if the lie is undefined. */
const withResult = ({ id, ...answer }: Message, result: unknown): Message =>
  result === undefined ? { id, ...answer } : { jsonrpc: '2.0', id, result };

/** A client's connection to the server behind the proxy: two sockets that end together. */
class ProxiedConnection {
  readonly #server: WebSocket;
  readonly #asked = new Map<unknown, Asked>();
  /** Calls made before the server's socket was open. */
  readonly #unsent: string[] = [];

  constructor(
    private readonly client: WebSocket,
    private readonly state: ProxyState,
  ) {
    this.#server = new WebSocket(state.upstream);
    client.on('message', (data) => linesOf(data).forEach((line) => this.#call(line)));
    this.#server.on('message', (data) => linesOf(data).forEach((line) => this.#answer(line)));
    this.#server.on('open', () => this.#unsent.splice(0).forEach((line) => this.#server.send(line)));
    for (const socket of [client, this.#server]) socket.on('error', () => this.end()).on('close', () => this.end());
  }

  /** Cuts both sockets. */
  end(): void {
    this.client.terminate();
    this.#server.terminate();
  }

  #call(line: string): void {
    if (this.state.isFrozen) return;
    const { id, method = '', params = [] } = JSON.parse(line) as Message;
    const fault = this.state.plan.take(method);
    if (fault?.kind === 'refuse') {
      this.end();
      return;
    }
    this.#asked.set(id, { method, params, fault });
    if (this.#server.readyState === WebSocket.OPEN) this.#server.send(line);
    else this.#unsent.push(line);
  }

  #answer(line: string): void {
    const message = JSON.parse(line) as Message;
    const asked = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if (asked !== undefined)
      this.#pass(line, message, asked.fault, (lie) => withResult(message, lie(message.result, asked)));
    else this.#notify(line, message);
  }

  #notify(line: string, message: Message): void {
    const { method = '', params = [] } = message;
    const changed = (lie: Lie): Message => {
      const before = params.slice(0, -1);
      return { ...message, params: [...before, lie(params.at(-1), { method, params: before })] };
    };
    this.#pass(line, message, this.state.plan.take(method), changed);
  }

  #pass(line: string, message: Message, fault: Fault | undefined, changed: (lie: Lie) => Message): void {
    switch (fault?.kind) {
      case undefined:
      case 'refuse':
        this.#send(line);
        return;
      case 'drop':
        this.end();
        return;
      case 'hang':
        return;
      case 'delay':
        setTimeout(() => this.#send(line), fault.milliseconds).unref();
        return;
      case 'error':
        this.#send(
          JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: fault.code ?? 2, message: fault.message } }),
        );
        return;
      case 'garbage':
        this.#send(fault.text);
        return;
      case 'lie':
        this.#send(JSON.stringify(changed(fault.answer)));
    }
  }

  #send(line: string): void {
    if (!this.state.isFrozen && this.client.readyState === WebSocket.OPEN) this.client.send(line);
  }
}

/** A correct Electrum server behind a proxy that misbehaves on demand. */
export interface ElectrumProxy {
  /** `ws://host:port` */
  readonly url: string;
  /** Orders misbehaviour from now on, on open connections as well, in place of any ordered before. */
  misbehave(...rules: readonly Misbehaviour[]): void;
  /**
   * Number of calls and notices that suffered a fault since the last order, by which a test can prove that there was
   * one.
   */
  readonly misdeeds: number;
  /** Cuts all connections, but accepts new ones. Returns how many were cut. */
  hangUp(): number;
  /**
   * Passes nothing on from now on, and does not answer new connections, but keeps all of them open: half-open from
   * the client's side.
   */
  freeze(): void;
  /** Cuts all connections and refuses new ones, as if the server were down. */
  shut(): Promise<void>;
  /** Ends all of the above. A connection that was frozen is cut. */
  behave(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a proxy for the server at `upstream` (`ws://host:port`) on a free port. */
export const startElectrumProxy = async (upstream: string): Promise<ElectrumProxy> => {
  const state: ProxyState = { upstream, plan: new MisbehaviourPlan([]), isFrozen: false };
  const connections = new Set<ProxiedConnection>();
  const sockets = new Set<Socket>();
  const webSockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer((_, response) => response.writeHead(426).end());
  server.on('connection', (socket) =>
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())),
  );
  server.on('upgrade', (request, socket, head) => {
    if (state.isFrozen) return;
    webSockets.handleUpgrade(request, socket, head, (client) => {
      const connection = new ProxiedConnection(client, state);
      connections.add(connection);
      client.on('close', () => connections.delete(connection));
    });
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  };
  const cut = (): number => {
    const count = connections.size;
    for (const connection of connections) connection.end();
    for (const socket of sockets) socket.destroy();
    return count;
  };
  const shut = async (): Promise<void> => {
    if (!server.listening) return;
    server.close();
    cut();
    await once(server, 'close');
  };
  const port = await listen(0);
  return {
    url: `ws://127.0.0.1:${port}`,
    misbehave: (...rules) => {
      state.plan = new MisbehaviourPlan(rules);
    },
    get misdeeds() {
      return state.plan.misdeeds;
    },
    hangUp: cut,
    freeze: () => {
      state.isFrozen = true;
    },
    shut,
    async behave() {
      state.plan = new MisbehaviourPlan([]);
      if (state.isFrozen) cut();
      state.isFrozen = false;
      if (!server.listening) await listen(port);
    },
    async stop() {
      await shut();
      webSockets.close();
    },
  };
};
