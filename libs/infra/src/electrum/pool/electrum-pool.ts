import type { RPCNotification } from '@electrum-cash/network';
import { ChainUnavailableError, ServerAnsweredError, ServerMistrustedError, ServerUnreachableError } from '../electrum-errors.js';
import { ElectrumServer } from './electrum-server.js';
import type { Call } from './electrum-server.js';
import { createSubscriptions } from './subscriptions.js';
import type { Subscriptions } from './subscriptions.js';

export interface PoolOptions {
  /** `wss://host:port` or `ws://host:port`, in order of preference. */
  readonly urls: readonly string[];
  /** Longest wait for an answer, milliseconds, default 10,000. */
  readonly timeoutMs?: number;
  /** Pause before reconnecting, milliseconds, default 2,000. */
  readonly reconnectMs?: number;
  /** How long a server that failed is left aside, milliseconds, default 10,000. */
  readonly asideMs?: number;
}

/** One server as work is given it. */
export interface ServerSession {
  readonly url: string;
  batch(calls: readonly Call[]): Promise<unknown[]>;
  call(method: string, ...params: Call['params']): Promise<unknown>;
}

export interface ServerStatus {
  readonly url: string;
  readonly connected: boolean;
  readonly usable: boolean;
  readonly lastError: string | null;
}

/** Several Electrum servers as one. */
export interface ElectrumPool {
  /**
   * Runs work on one server after the other until it succeeds. A server that does not answer or is caught lying is left
   * aside for a while; one that answers with an error is believed only when no other does better.
   *
   * @throws ServerAnsweredError the first error answer, when every server that can be reached gave one
   * @throws ChainUnavailableError when none could be reached or believed
   */
  run<T>(work: (server: ServerSession) => Promise<T>): Promise<T>;
  readonly subscriptions: Subscriptions;
  status(): readonly ServerStatus[];
  /** Round trips made so far, for tests and metrics: a batch is one. */
  readonly roundTrips: number;
  close(): Promise<void>;
}

/** Opens a pool: connects to all servers and waits for the first. Servers that are down are tried again for ever. */
export const createElectrumPool = async (options: PoolOptions): Promise<ElectrumPool> => {
  const { urls, timeoutMs = 10_000, reconnectMs = 2_000, asideMs = 10_000 } = options;
  if (urls.length === 0) throw new RangeError('An Electrum pool needs at least one server');
  let roundTrips = 0;
  const subscriptions = createSubscriptions(() => servers.find((server) => server.isUsable));
  const servers: ElectrumServer[] = urls.map(
    (url) =>
      new ElectrumServer({
        url,
        timeoutMs,
        reconnectMs,
        onNotice: (notice: RPCNotification) => subscriptions.receive(url, notice),
        onConnected: () => subscriptions.restore(),
      }),
  );

  const session = (server: ElectrumServer): ServerSession => ({
    url: server.url,
    batch(calls) {
      roundTrips += 1;
      return server.batch(calls);
    },
    call(method, ...params) {
      roundTrips += 1;
      return server.call(method, ...params);
    },
  });

  const run = async <T>(work: (server: ServerSession) => Promise<T>): Promise<T> => {
    const answered: ServerAnsweredError[] = [];
    let last: unknown;
    // Servers that are aside are asked last, rather than not at all.
    const order = [...servers.filter((server) => server.isUsable), ...servers.filter((server) => server.isConnected && !server.isUsable)];
    for (const server of order) {
      try {
        return await work(session(server));
      } catch (error) {
        last = error;
        if (error instanceof ServerAnsweredError) {
          answered.push(error);
        } else if (error instanceof ServerUnreachableError || error instanceof ServerMistrustedError) {
          server.setAside(error.message, asideMs);
          subscriptions.restore();
        } else {
          throw error;
        }
      }
    }
    if (answered[0] !== undefined) throw answered[0];
    throw new ChainUnavailableError('No Electrum server can be reached and believed', undefined, { cause: last });
  };

  const firstUp = Promise.any(servers.map((server) => server.connect())).catch(() => undefined);
  await Promise.race([firstUp, new Promise((resolve) => setTimeout(resolve, timeoutMs).unref())]);
  return {
    run,
    subscriptions,
    status: () => servers.map(({ url, isConnected, isUsable, lastError }) => ({ url, connected: isConnected, usable: isUsable, lastError })),
    get roundTrips() {
      return roundTrips;
    },
    async close() {
      subscriptions.close();
      await Promise.allSettled(servers.map((server) => server.close()));
    },
  };
};
