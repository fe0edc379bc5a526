import type { RPCParameter } from '@electrum-cash/network';
import { withTimeout } from '../../concurrency.js';
import { traced } from '../../traced.js';
import {
  ChainUnavailableError,
  Denial,
  ServerAnsweredError,
  ServerMistrustedError,
  type ServerAnswer,
  ServerUnreachableError,
} from './electrum-errors.js';
import { ElectrumServer } from './electrum-server.js';
import { chainFactsOf, type ChainFacts } from './networks.js';
import type { Call } from './server-connection.js';
import { parseServerUrl } from './server-url.js';
import { type PoolLog, Subscriptions } from './subscriptions.js';

/** How a pool of Electrum servers is opened. */
export interface PoolOptions {
  /** `wss://`, `tls://`, or without encryption `ws://`, `tcp://` with `host[:port]`, in order of preference. */
  readonly urls: readonly string[];
  /** Longest wait for an answer, milliseconds, default 10,000. */
  readonly timeoutMs?: number;
  /** Pause before reconnecting, milliseconds, default 1,000; it doubles with each failure, up to 30 s. */
  readonly reconnectMs?: number;
  /** How long a server that failed is suspended, milliseconds, default 10,000. */
  readonly suspendedMs?: number;
  /** Hash of the chain's block 0, display order: servers of another chain are not used. Default: any. */
  readonly genesisHash?: string | undefined;
  readonly log?: PoolLog;
}

interface BlockPlace {
  readonly height: number;
  /** Display order. */
  readonly hash: string;
}

/** One server as tasks use it. */
export interface ServerSession {
  readonly url: string;
  /** Each call's result, or a ServerAnsweredError; one round trip for each 345 calls. */
  batch(calls: readonly Call[]): Promise<unknown[]>;
  /** What is known of the chain, no matter what it says. */
  readonly facts: ChainFacts;
  /** One call's result. @throws ServerAnsweredError */
  call(method: string, ...params: readonly RPCParameter[]): Promise<unknown>;
  /**
   * Notes the tip that the server reports, and whether it is lower than what was seen.
   *
   * @param isProven whether its height was proven: what a server merely says makes no other one lag
   * @throws ServerMistrustedError when this block was proven to have another height
   */
  noteTip(tip: BlockPlace, isProven?: boolean): { readonly isLagging: boolean };
}

/** The state of one Electrum server, for operators. */
export interface ServerStatus {
  readonly url: string;
  readonly connected: boolean;
  /** Connected, and not suspended for a failure. */
  readonly usable: boolean;
  /** Its tip is lower than the highest seen. */
  readonly lagging: boolean;
  /** Of its tip; null before it was asked. */
  readonly height: number | null;
  readonly software: string | null;
  readonly lastError: string | null;
}

/** Proven tips whose heights are remembered. */
const MAX_TIPS = 1_000;

const isServerFault = (error: unknown): error is Error =>
  error instanceof ServerUnreachableError ||
  error instanceof ServerMistrustedError ||
  error instanceof ServerAnsweredError;

/** Lower is asked first; suspended servers are asked last, rather than not at all. */
const rank = (server: ElectrumServer): number => {
  if (!server.isUsable) return server.isConnected ? 2 : 3;
  return server.isLagging ? 1 : 0;
};

/** Opens a pool: connects to all servers and waits for the first. Servers that are down are retried forever. */
export const createElectrumPool = async (options: PoolOptions) => {
  const { urls, timeoutMs = 10_000, reconnectMs = 1_000, suspendedMs = 10_000, genesisHash, log } = options;
  if (urls.length === 0) throw new RangeError('An Electrum pool needs at least one server');
  const facts = chainFactsOf(genesisHash);
  let roundTrips = 0;
  let isClosed = false;
  /** Heights of blocks that were proven tips, by hash. */
  const heights = new Map<string, number>();

  const rememberHeight = ({ height, hash }: BlockPlace): void => {
    heights.set(hash, height);
    if (heights.size <= MAX_TIPS) return;
    for (const oldest of heights.keys()) {
      heights.delete(oldest);
      return;
    }
  };
  const inOrder = (): ElectrumServer[] => servers.toSorted((a, b) => rank(a) - rank(b));
  const suspend = (server: ElectrumServer, error: Error): void => {
    // A false tip must not make the correct servers lag.
    if (error instanceof ServerMistrustedError) server.provenHeight = -1;
    if (server.isUsable) log?.warn({ server: server.url, err: error }, 'Electrum server suspended');
    server.suspend(error.message, suspendedMs);
    subscriptions.settle();
  };
  const subscriptions = new Subscriptions({
    inOrder: () => inOrder().filter((server) => server.isConnected),
    onFault: suspend,
    log,
  });
  const servers: ElectrumServer[] = urls.map(parseServerUrl).map((address) => {
    const server: ElectrumServer = new ElectrumServer({
      address,
      timeoutMs,
      reconnectMs,
      genesisHash,
      onNotice: (notice) => subscriptions.receive(server, notice),
      onConnected: () => {
        log?.info({ server: server.url, software: server.software }, 'Connected to an Electrum server');
        subscriptions.settle();
      },
      onDisconnected: () => {
        if (!isClosed)
          log?.warn({ server: server.url, reason: server.lastError }, 'Lost the connection to an Electrum server');
        subscriptions.lost(server);
      },
      onUnreachable: () => {
        if (!isClosed)
          log?.warn({ server: server.url, reason: server.lastError }, 'Electrum server unreachable; retrying');
      },
      onRoundTrip: () => (roundTrips += 1),
    });
    return server;
  });

  /** Calls of one kind as a rule, so that the first one's method names them. What they ask about is not said. */
  const batchOf = (server: ElectrumServer, calls: readonly Call[]): Promise<unknown[]> =>
    traced(
      () => ({
        name: calls[0]?.method ?? 'nothing',
        kind: 'client',
        attributes: { 'rpc.system': 'electrum', 'rpc.calls': calls.length, 'server.address': server.url },
      }),
      () => server.batch(calls),
    );
  const session = (server: ElectrumServer): ServerSession => ({
    url: server.url,
    facts,
    batch: (calls) => batchOf(server, calls),
    async call(method, ...params) {
      const [answer] = await batchOf(server, [{ method, params }]);
      if (answer instanceof ServerAnsweredError) throw answer;
      return answer;
    },
    noteTip({ height, hash }, isProven = false) {
      if (isProven) rememberHeight({ height, hash });
      const proven = heights.get(hash);
      if (proven !== undefined && proven !== height)
        throw new ServerMistrustedError(`${server.url} says that block ${hash} has height ${height}, not ${proven}`);
      server.height = height;
      if (proven !== undefined) server.provenHeight = Math.max(server.provenHeight, height);
      server.isLagging = height < Math.max(...servers.map(({ provenHeight }) => provenHeight));
      if (server.isLagging) subscriptions.settle();
      return { isLagging: server.isLagging };
    },
  });

  const run = async <T>(work: (server: ServerSession) => Promise<T>): Promise<T> => {
    let denial: Denial | undefined;
    let fault: Error | undefined;
    const answers: ServerAnswer[] = [];
    for (const server of inOrder()) {
      try {
        return await work(session(server));
      } catch (error) {
        if (error instanceof Denial) {
          denial ??= error;
        } else if (isServerFault(error)) {
          fault = error;
          answers.push({ url: server.url, answer: error.message.replace(`${server.url} `, '') });
          suspend(server, error);
        } else {
          throw error;
        }
      }
    }
    if (denial !== undefined) throw denial.verdict;
    throw new ChainUnavailableError('No Electrum server can be reached and believed', undefined, {
      cause: fault,
      servers: answers,
    });
  };

  await withTimeout(timeoutMs, Promise.any(servers.map((server) => server.connected()))).catch(() => undefined);
  return {
    /**
     * Runs work on one server after the other until it succeeds. A server that does not answer, answers with an error or is caught
     * lying is suspended for a while. A proper refusal (work throws a Denial) counts only when no other server does better.
     *
     * @throws the first Denial's verdict, when no server did better
     * @throws ChainUnavailableError when none could be reached and believed
     */
    run,
    /** Runs work on all connected servers but one (all, where that is not a server), no matter what comes of it. */
    runOnOthers(than: string, work: (server: ServerSession) => Promise<unknown>) {
      for (const server of servers) {
        if (server.url !== than && server.isConnected) void work(session(server)).catch(() => undefined);
      }
    },
    /** Runs work on all connected servers at once. @returns when each of them is done, no matter what comes of it */
    async runOnAll(work: (server: ServerSession) => Promise<unknown>) {
      const connected = servers.filter(({ isConnected }) => isConnected);
      await Promise.allSettled(connected.map((server) => work(session(server))));
    },
    /**
     * Suspends the server that is asked first, where another one is usable: what it says does not fit together, and
     * goes on not to.
     */
    doubt(reason: string) {
      const [first, second] = inOrder();
      if (first !== undefined && second?.isUsable === true) suspend(first, new Error(reason));
    },
    subscriptions,
    status: () =>
      servers.map(({ url, isConnected, isUsable, isLagging, height, software, lastError }) => ({
        url,
        connected: isConnected,
        usable: isUsable,
        lagging: isLagging,
        height,
        software,
        lastError,
      })),
    /** Round trips made so far, for tests and metrics: a batch is one. */
    get roundTrips() {
      return roundTrips;
    },
    async close() {
      isClosed = true;
      subscriptions.close();
      await Promise.all(servers.map((server) => server.close()));
    },
  };
};

/** Several Electrum servers as one. */
export type ElectrumPool = Awaited<ReturnType<typeof createElectrumPool>>;
