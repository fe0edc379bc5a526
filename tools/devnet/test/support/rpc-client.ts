import { once } from 'node:events';
import { createConnection } from 'node:net';
import { WebSocket } from 'ws';

/** A message as it came, parsed. */
export interface Message {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: readonly unknown[];
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** A bare connection: sends texts, keeps every text that comes. */
export class RpcClient {
  readonly received: string[] = [];
  closed = false;
  /** Above the ids tests write themselves. */
  #lastId = 100_000;
  readonly #waiting = new Set<() => void>();

  private constructor(
    /** Sends a text as it is, without the end of a line. */
    readonly write: (text: string) => void,
    private readonly lineEnd: string,
    readonly close: () => Promise<void>,
  ) {}

  static async tcp(port: number): Promise<RpcClient> {
    const socket = createConnection(port, '127.0.0.1');
    await once(socket, 'connect');
    const client = new RpcClient(
      (text) => void socket.write(text),
      '\n',
      async () => {
        socket.destroy();
        if (!client.closed) await once(socket, 'close');
      },
    );
    let rest = '';
    socket.setEncoding('utf8').on('data', (data) => {
      const lines = `${rest}${data.toString()}`.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) client.#take(line);
    });
    socket.on('error', () => socket.destroy()).on('close', () => client.#end());
    return client;
  }

  static async webSocket(url: string): Promise<RpcClient> {
    const socket = new WebSocket(url);
    await once(socket, 'open');
    const client = new RpcClient(
      (text) => socket.send(text),
      '',
      async () => {
        socket.terminate();
        if (!client.closed) await once(socket, 'close');
      },
    );
    socket.on('message', (data: Buffer) => client.#take(data.toString('utf8')));
    socket.on('close', () => client.#end());
    return client;
  }

  get messages(): Message[] {
    return this.received.map((text) => JSON.parse(text) as Message);
  }

  get notices(): Message[] {
    return this.messages.filter((message) => message.method !== undefined);
  }

  /** Sends one message. */
  send(text: string): void {
    this.write(`${text}${this.lineEnd}`);
  }

  /** Sends a call and waits for its answer. */
  async ask(method: string, ...params: readonly unknown[]): Promise<Message> {
    this.#lastId += 1;
    const id = this.#lastId;
    this.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    const find = () => this.messages.find((message) => message.id === id);
    await this.until(() => find() !== undefined);
    return find() ?? {};
  }

  /** The result of a call; an error when it was refused. */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const { error, result } = await this.ask(method, ...params);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  /** Waits until something came true by what was received (or by the connection's end). */
  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) {
      if (this.closed) throw new Error(`Nothing of the kind came. Received: ${this.received.slice(-5).join(' ')}`);
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  #take(text: string): void {
    this.received.push(text);
    this.#wake();
  }

  #end(): void {
    this.closed = true;
    this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const each of waiting) each();
  }
}
