import {
  ElectrumClient,
  type ElectrumClientEvents,
  type RPCNotification,
  type RPCParameter,
} from '@electrum-cash/network';
import { ConcurrencyLimit, withTimeout } from '../../concurrency.js';
import { ServerAnsweredError, ServerUnreachableError } from './electrum-errors.js';
import { GuardedSocket } from './guarded-socket.js';
import type { ServerAddress } from './server-url.js';

/** Everything used here is of this version; servers speak ranges that include it. */
const PROTOCOL_VERSION = '1.5';
/** Most calls sent together: the batch limit of public servers. */
const BATCH = 345;
/** Most batches in flight on a connection. */
const CONCURRENCY = 16;
/** A quiet connection is tried this often, so that a dead one is noticed. */
const KEEP_ALIVE_MS = 10_000;
/** The client's own reconnection is not used; this is the longest a timer takes. */
const NEVER_MS = 2 ** 31 - 1;

export interface Call {
  readonly method: string;
  readonly params: readonly RPCParameter[];
}

/** How a connection is made and ended. */
export interface ConnectionOptions {
  readonly timeoutMs: number;
  readonly onNotice: (notice: RPCNotification) => void;
  readonly onRoundTrip: () => void;
  /** Ends the connection. */
  readonly signal: AbortSignal;
}

/** One connection to a server, from the version's negotiation to the end. */
export class ServerConnection {
  /** Resolves, with the reason, when the connection has ended. */
  readonly closed: Promise<string>;
  readonly #client: ElectrumClient<ElectrumClientEvents>;
  readonly #limit = new ConcurrencyLimit(CONCURRENCY);
  #ended: Promise<void> | undefined;

  private constructor(
    private readonly socket: GuardedSocket,
    private readonly options: ConnectionOptions,
  ) {
    this.#client = new ElectrumClient<ElectrumClientEvents>('Weir', PROTOCOL_VERSION, socket, {
      reconnectAfterMilliSeconds: NEVER_MS,
      sendKeepAliveIntervalInMilliSeconds: KEEP_ALIVE_MS,
    });
    this.#client.on('notification', options.onNotice);
    this.closed = new Promise((resolve) => {
      socket.once('disconnected', () => {
        resolve(socket.lastError ?? 'The connection was closed');
      });
    });
    const end = () => socket.hangUp('The pool is closed');
    options.signal.addEventListener('abort', end);
    void this.closed.then(() => {
      options.signal.removeEventListener('abort', end);
      return this.close();
    });
  }

  /** @throws ServerUnreachableError */
  static async open(address: ServerAddress, options: ConnectionOptions): Promise<ServerConnection> {
    const socket = new GuardedSocket(address, options.timeoutMs, PROTOCOL_VERSION);
    const connection = new ServerConnection(socket, options);
    const timer = setTimeout(() => socket.hangUp(`No connection within ${options.timeoutMs} ms`), options.timeoutMs);
    try {
      await connection.#client.connect();
      return connection;
    } catch {
      // The client rejects with nothing.
      throw new ServerUnreachableError(`${address.url} cannot be reached: ${await connection.closed}`);
    } finally {
      clearTimeout(timer);
    }
  }

  get software(): string {
    return this.#client.software;
  }

  close(): Promise<void> {
    // Only once: disconnecting a disconnected client makes it reconnect.
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    this.socket.stopTimers();
    await this.#client.disconnect(true);
  }

  /**
   * Makes calls, all sent before any answer is awaited: one round trip for each 345 of them.
   *
   * @returns for each call its result, or a ServerAnsweredError
   * @throws ServerUnreachableError when the connection is or gets lost, or an answer takes too long
   */
  async batch(calls: readonly Call[]): Promise<unknown[]> {
    const answers: unknown[] = [];
    for (let at = 0; at < calls.length; at += BATCH) answers.push(...(await this.#send(calls.slice(at, at + BATCH))));
    return answers;
  }

  async #send(calls: readonly Call[]): Promise<unknown[]> {
    const { timeoutMs, onRoundTrip } = this.options;
    const end = performance.now() + timeoutMs;
    const late = () => new ServerUnreachableError(`${this.socket.address.url} did not answer within ${timeoutMs} ms`);
    const sent = this.#limit.run(async () => {
      const left = end - performance.now();
      if (left <= 0) throw late();
      onRoundTrip();
      return withTimeout(left, Promise.all(calls.map((call) => this.#request(call))), late);
    });
    // Waiting for the others counts as well.
    return withTimeout(timeoutMs, sent, late);
  }

  async #request({ method, params }: Call): Promise<unknown> {
    const lost = () =>
      new ServerUnreachableError(
        `${this.socket.address.url} hung up: ${this.socket.lastError ?? 'the connection was closed'}`,
      );
    if (!this.socket.isOpen()) throw lost();
    const answer = await this.#client.request(method, ...params).catch((): never => {
      throw lost();
    });
    if (!(answer instanceof Error)) return answer;
    if (!this.socket.isOpen()) throw lost();
    return new ServerAnsweredError(answer.message);
  }
}
