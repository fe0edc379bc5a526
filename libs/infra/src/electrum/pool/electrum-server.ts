import { setTimeout as sleep } from 'node:timers/promises';
import type { RPCNotification } from '@electrum-cash/network';
import { ServerAnsweredError, ServerMistrustedError, ServerUnreachableError } from './electrum-errors.js';
import { ServerConnection, type Call } from './server-connection.js';
import type { ServerAddress } from './server-url.js';

/** Longest pause before a server that is down is tried again. */
const LONGEST_PAUSE_MS = 30_000;
/** A connection that ends sooner counts as a failed attempt, so that a server that always hangs up is not hammered. */
const STABLE_MS = 1_000;
/** A call waits for a reconnection that begins within this time; else the next server is asked. */
const PATIENCE_MS = 300;

/** How a server is connected to. */
export interface ElectrumServerOptions {
  readonly address: ServerAddress;
  readonly timeoutMs: number;
  /** First pause before reconnecting; it doubles with each failure. */
  readonly reconnectMs: number;
  /** Hash of block 0 that the server's chain must have. */
  readonly genesisHash: string | undefined;
  readonly onNotice: (notice: RPCNotification) => void;
  readonly onConnected: () => void;
  readonly onDisconnected: () => void;
  /** Called when a first attempt to connect fails, not for those that follow it. */
  readonly onUnreachable: () => void;
  readonly onRoundTrip: () => void;
}

/** One Electrum server: connected, reconnecting by itself, and suspended for a while after it failed. */
export class ElectrumServer {
  readonly url: string;
  /** Height of the tip it reported last; null before the first. */
  height: number | null = null;
  /** The highest tip it showed the headers of, and was not caught lying since. */
  provenHeight = -1;
  /** Whether that was lower than another server's, or than its own before. */
  isLagging = false;
  readonly #options: ElectrumServerOptions;
  readonly #closing = new AbortController();
  #connection: ServerConnection | undefined;
  /** The connection that is or is being made. */
  #next: Promise<ServerConnection>;
  #nextAt = 0;
  #attemptedAt = 0;
  /** Ends the pause before the next attempt to connect, to look again when that is. */
  #wake: () => void = () => undefined;
  #suspendedUntil = 0;
  #lastError: string | null = null;

  constructor(options: ElectrumServerOptions) {
    this.url = options.address.url;
    this.#options = options;
    this.#next = this.#openAfter(0);
    void this.#stayConnected();
  }

  get isConnected(): boolean {
    return this.#connection !== undefined;
  }

  /** Connected, and not suspended. */
  get isUsable(): boolean {
    return this.isConnected && Date.now() >= this.#suspendedUntil;
  }

  get lastError(): string | null {
    return this.#lastError;
  }

  /** Name and version of its software; null while it is not connected. */
  get software(): string | null {
    return this.#connection?.software ?? null;
  }

  /** Resolves when the present attempt to connect succeeds. @throws ServerUnreachableError when it fails */
  async connected(): Promise<void> {
    await this.#next;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await (await this.#next.catch(() => undefined))?.close();
  }

  /** Suspends the server for a while: it did not answer, or lied. */
  suspend(reason: string, milliseconds: number): void {
    this.#lastError = reason;
    this.#suspendedUntil = Date.now() + milliseconds;
  }

  /**
   * Makes calls together, see {@link ServerConnection.batch}. Waits for a connection that is being made. A server that is down is
   * asked only where there is no other, so its next attempt to connect comes sooner.
   *
   * @throws ServerUnreachableError
   */
  async batch(calls: readonly Call[]): Promise<unknown[]> {
    if (!this.isConnected) {
      this.#hurry();
      if (this.#nextAt > Date.now() + PATIENCE_MS)
        throw new ServerUnreachableError(`${this.url} cannot be reached: ${this.#lastError ?? 'not connected'}`);
    }
    return (await this.#next).batch(calls);
  }

  /** Shortens a long pause to the first one's length: after an outage requests should not wait for half a minute. */
  #hurry(): void {
    const soonest = Math.max(Date.now(), this.#attemptedAt + this.#options.reconnectMs);
    if (this.#nextAt <= soonest) return;
    this.#nextAt = soonest;
    this.#wake();
  }

  async #pause(): Promise<void> {
    const { signal } = this.#closing;
    while (Date.now() < this.#nextAt && !signal.aborted) {
      const waking = new AbortController();
      this.#wake = () => waking.abort();
      await sleep(this.#nextAt - Date.now(), undefined, { signal: AbortSignal.any([signal, waking.signal]) }).catch(
        () => undefined,
      );
    }
    if (signal.aborted) throw new ServerUnreachableError('The pool is closed');
  }

  async #stayConnected(): Promise<void> {
    const { onConnected, onDisconnected, onUnreachable, reconnectMs } = this.#options;
    for (let failures = 0; !this.#closing.signal.aborted;) {
      const connection = await this.#next.catch((error: unknown) => this.#failed(error));
      const since = Date.now();
      if (connection === undefined && failures === 0) onUnreachable();
      if (connection !== undefined) {
        this.#connection = connection;
        onConnected();
        this.#failed(await connection.closed);
        this.#connection = undefined;
      }
      failures = connection !== undefined && Date.now() - since >= STABLE_MS ? 0 : failures + 1;
      // The first attempt after a stable connection comes at once.
      this.#next = this.#openAfter(failures === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, reconnectMs * 2 ** (failures - 1)));
      if (connection !== undefined) onDisconnected();
    }
    this.#next.catch(() => undefined);
  }

  #failed(error: unknown): undefined {
    this.#lastError = error instanceof Error ? error.message : String(error);
    return undefined;
  }

  async #openAfter(pauseMs: number): Promise<ServerConnection> {
    const { address, timeoutMs, onNotice, onRoundTrip } = this.#options;
    const { signal } = this.#closing;
    this.#nextAt = Date.now() + pauseMs;
    await this.#pause();
    this.#attemptedAt = Date.now();
    const connection = await ServerConnection.open(address, { timeoutMs, onNotice, onRoundTrip, signal });
    try {
      await this.#checkChain(connection);
      return connection;
    } catch (error) {
      await connection.close();
      throw error;
    }
  }

  async #checkChain(connection: ServerConnection): Promise<void> {
    const expected = this.#options.genesisHash;
    if (expected === undefined) return;
    const [features] = await connection.batch([{ method: 'server.features', params: [] }]);
    if (features instanceof ServerAnsweredError) throw features;
    const genesis =
      typeof features === 'object' && features !== null && 'genesis_hash' in features
        ? features.genesis_hash
        : undefined;
    if (genesis !== expected)
      throw new ServerMistrustedError(
        `${this.url} serves another chain: block 0 is ${String(genesis)}, not ${expected}`,
      );
  }
}
