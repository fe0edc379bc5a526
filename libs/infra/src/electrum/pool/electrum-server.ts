import { ConnectionStatus, ElectrumClient } from '@electrum-cash/network';
import type { ElectrumClientEvents, RPCNotification, RPCParameter } from '@electrum-cash/network';
import { ElectrumWebSocket } from '@electrum-cash/web-socket';
import { ServerAnsweredError, ServerUnreachableError } from '../electrum-errors.js';
import { parseServerUrl } from './server-url.js';

/** Tokens in answers, and everything used here, are of this version; servers speak ranges that include it. */
const PROTOCOL_VERSION = '1.5';
/** The words by which the protocol client ends the calls of a lost connection. */
const CONNECTION_LOST = 'Connection lost';

/** A call of the protocol. */
export interface Call {
  readonly method: string;
  readonly params: readonly RPCParameter[];
}

export interface ServerOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly reconnectMs: number;
  /** Told of notices and of (re)connections. */
  readonly onNotice: (notice: RPCNotification) => void;
  readonly onConnected: () => void;
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** One Electrum server: connected, reconnecting by itself, and aside for a while after it failed. */
export class ElectrumServer {
  readonly url: string;
  readonly #options: ServerOptions;
  readonly #client: ElectrumClient<ElectrumClientEvents>;
  #asideUntil = 0;
  #lastError: string | null = null;

  constructor(options: ServerOptions) {
    const { url, timeoutMs, reconnectMs } = options;
    const { host, port, encrypted } = parseServerUrl(url);
    this.url = url;
    this.#options = options;
    const socket = new ElectrumWebSocket(host, port, encrypted, timeoutMs);
    this.#client = new ElectrumClient('Weir', PROTOCOL_VERSION, socket, {
      reconnectAfterMilliSeconds: reconnectMs,
      sendKeepAliveIntervalInMilliSeconds: 10_000,
      verifyConnectionTimeoutInMilliSeconds: timeoutMs,
    });
    this.#client.on('notification', options.onNotice);
    this.#client.on('connected', options.onConnected);
    this.#client.on('error', (error: Error) => (this.#lastError = error.message));
  }

  get isConnected(): boolean {
    return this.#client.status === ConnectionStatus.CONNECTED;
  }

  /** Whether it may be asked: connected, and not aside. */
  get isUsable(): boolean {
    return this.isConnected && Date.now() >= this.#asideUntil;
  }

  get lastError(): string | null {
    return this.#lastError;
  }

  /** Connects for the first time; a failure is not final, since the client goes on trying. @throws ServerUnreachableError */
  async connect(): Promise<void> {
    try {
      await this.#client.connect();
    } catch (error) {
      this.#lastError = words(error);
      throw new ServerUnreachableError(`${this.url} cannot be reached: ${this.#lastError}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    await this.#client.disconnect(true);
  }

  /** Leaves the server aside for a while: it did not answer, or lied. */
  setAside(reason: string, milliseconds: number): void {
    this.#lastError = reason;
    this.#asideUntil = Date.now() + milliseconds;
  }

  /**
   * Makes calls in one round trip: all are sent before any answer is awaited.
   *
   * @returns for each call its result, or a ServerAnsweredError
   * @throws ServerUnreachableError when the connection is or gets lost, or an answer takes too long
   */
  async batch(calls: readonly Call[]): Promise<unknown[]> {
    const timeout = new AbortController();
    const expired = new Promise<never>((_, reject) => {
      const timer = setTimeout(() => {
        reject(new ServerUnreachableError(`${this.url} did not answer within ${this.#options.timeoutMs} ms`));
      }, this.#options.timeoutMs);
      timeout.signal.addEventListener('abort', () => clearTimeout(timer));
    });
    try {
      return await Promise.race([Promise.all(calls.map((call) => this.#request(call))), expired]);
    } finally {
      timeout.abort();
    }
  }

  async #request({ method, params }: Call): Promise<unknown> {
    let answer: unknown;
    try {
      answer = await this.#client.request(method, ...params);
    } catch (error) {
      throw new ServerUnreachableError(words(error));
    }
    if (!(answer instanceof Error)) return answer;
    if (answer.message === CONNECTION_LOST) throw new ServerUnreachableError(`${this.url} hung up`);
    return new ServerAnsweredError(answer.message);
  }

  /** One call; an error answer is thrown. @throws ServerAnsweredError, ServerUnreachableError */
  async call(method: string, ...params: readonly RPCParameter[]): Promise<unknown> {
    const [answer] = await this.batch([{ method, params }]);
    if (answer instanceof ServerAnsweredError) throw answer;
    return answer;
  }
}
