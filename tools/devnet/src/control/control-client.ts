import { once } from 'node:events';
import { WebSocket } from 'ws';
import { isObject } from '../electrum/rpc/rpc-message.js';

/** The devnet answered a call with an error. */
export class DevnetError extends Error {
  override readonly name = 'DevnetError';

  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * Makes calls over one WebSocket, which may be answered in any order. Nothing is sent again: losing the connection
 * fails every pending call.
 */
export class ControlClient {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => this.#receive(data.toString('utf8')));
    socket.on('error', (error) => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('The devnet closed the connection.')));
  }

  /**
   * Connects to a devnet.
   * @param url `ws://host:port` of its WebSocket
   */
  static async connect(url: string): Promise<ControlClient> {
    const socket = new WebSocket(url, { perMessageDeflate: false });
    await once(socket, 'open');
    return new ControlClient(socket);
  }

  /**
   * Makes a call and returns its result.
   * @throws DevnetError if the devnet answers with an error
   */
  call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    if (this.#socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error('Not connected to the devnet.'));
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  async close(): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    const closed = once(this.#socket, 'close');
    this.#socket.close();
    await closed;
  }

  #receive(text: string): void {
    const message: unknown = JSON.parse(text);
    if (!isObject(message) || typeof message['id'] !== 'number') return;
    const waiting = this.#waiting.get(message['id']);
    this.#waiting.delete(message['id']);
    const { error } = message;
    if (!isObject(error)) waiting?.resolve(message['result']);
    else waiting?.reject(new DevnetError(Number(error['code']), String(error['message'])));
  }

  #fail(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
