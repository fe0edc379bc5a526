import { WebSocket, type RawData } from 'ws';
import type { Fault, MisbehaviourPlan, ProxiedCall } from './misbehaviour.js';

interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
}

interface Asked extends ProxiedCall {
  readonly fault: Fault | undefined;
}

/** State that the connections of a proxy share. */
export interface ProxyState {
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

type Tell = Extract<Fault, { kind: 'lie' }>['tell'];

/** Returns an answer with another result, or unchanged if the lie is undefined. */
const retold = ({ id, ...answer }: Message, result: unknown): Message =>
  result === undefined ? { id, ...answer } : { ...{ jsonrpc: '2.0', id }, result };

/** A client's connection to the server behind the proxy: two sockets that end together. */
export class ProxiedConnection {
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
      this.#pass(line, message, asked.fault, (tell) => retold(message, tell(message.result, asked)));
    else this.#notify(line, message);
  }

  #notify(line: string, message: Message): void {
    const { method = '', params = [] } = message;
    const tellAll = (tell: Tell): Message => {
      const before = params.slice(0, -1);
      return { ...message, params: [...before, tell(params.at(-1), { method, params: before })] };
    };
    this.#pass(line, message, this.state.plan.take(method), tellAll);
  }

  #pass(line: string, message: Message, fault: Fault | undefined, lie: (tell: Tell) => Message): void {
    switch (fault?.kind) {
      case undefined:
      case 'refuse':
        this.#tell(line);
        return;
      case 'drop':
        this.end();
        return;
      case 'hang':
        return;
      case 'delay':
        setTimeout(() => this.#tell(line), fault.milliseconds).unref();
        return;
      case 'error':
        this.#tell(
          JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: fault.code ?? 2, message: fault.message } }),
        );
        return;
      case 'garbage':
        this.#tell(fault.text);
        return;
      case 'lie':
        this.#tell(JSON.stringify(lie(fault.tell)));
    }
  }

  #tell(line: string): void {
    if (!this.state.isFrozen && this.client.readyState === WebSocket.OPEN) this.client.send(line);
  }
}
