import { createElectrumPool, createIndexerDatabase, DatabaseUnavailableError, OvertakenError } from '@weir/infra';
import { createContractCache } from '../../../src/sync/round-memory.js';
import { syncChain } from '../../../src/sync/sync-chain.js';
import type { SyncContext } from '../../../src/sync/sync.types.js';
import type { RoundReport } from '../../../src/sync/syncer.js';
import { syncContextOf } from '../syncer-bed.js';
import type { TestIndexerDatabase } from './databases.js';

/** The indexing of one process, without leader election. */
export interface IndexerProcess {
  /** The last round's; undefined before the first. */
  readonly report: RoundReport | undefined;
  /** Rounds and pauses, to investigate a failed seed. */
  readonly diary: readonly string[];
  /** Current state, for the same purpose. */
  readonly condition: () => string;
  /** Ends it in any state. May be called twice. */
  end(): Promise<void>;
  /** Stops in good order. */
  stop(): Promise<void>;
  /** Ends it in the middle of everything that it does. */
  kill(): Promise<void>;
}

export interface IndexerProcessOptions {
  readonly database: TestIndexerDatabase;
  readonly urls: readonly string[];
  readonly startHeight: number;
  readonly name: string;
  readonly confirmations?: number;
  /** Longest wait for a server, milliseconds, default 250. */
  readonly timeoutMs?: number;
  /** How long after a block it is served, milliseconds, default that of the indexer. */
  readonly settleMs?: number;
}

/** Constructing contracts dominates the cost, so all processes share them. */
const contracts = createContractCache('devnet');

export const startIndexer = async ({
  database,
  urls,
  startHeight,
  name,
  confirmations = 1,
  timeoutMs = 250,
  settleMs,
}: IndexerProcessOptions): Promise<IndexerProcess> => {
  const db = createIndexerDatabase({ url: database.url, applicationName: name, maxConnections: 3 });
  const pool = await createElectrumPool({ urls, timeoutMs, reconnectMs: 10, suspendedMs: 40 });
  const context: SyncContext = { ...syncContextOf(pool, { db }), confirmations };
  const stopping = new AbortController();
  const diary: string[] = [];
  const log = { info: () => undefined, warn: (_: object, message: string) => void diary.push(message) };
  let report: RoundReport | undefined;
  let [rounds, following] = [0, 0];
  const work = syncChain(stopping.signal, {
    context,
    startHeight,
    contracts,
    log,
    intervalMs: 40,
    retryMs: 10,
    settleMs,
    onRound: (latest, scripts) => {
      report = latest;
      following = scripts;
      rounds += 1;
    },
    onPause: (why) => diary.push(why),
  });
  let failure: unknown;
  const ended = work.catch((error: unknown) => {
    failure = error;
  });
  let closing: Promise<unknown> | undefined;
  const close = async (): Promise<void> => {
    stopping.abort();
    await ended;
    await (closing ??= Promise.all([pool.close(), db.destroy()]));
  };
  return {
    get report() {
      if (failure !== undefined) throw new Error('The indexing ended by itself', { cause: failure });
      return report;
    },
    diary,
    condition: () =>
      JSON.stringify({
        report,
        rounds,
        following,
        servers: pool.status(),
        hearsHeaders: pool.subscriptions.hearsHeaders,
      }),
    end: close,
    async stop() {
      await close();
      if (failure !== undefined) throw new Error('The indexing ended by itself', { cause: failure });
    },
    async kill() {
      await database.kill(name);
      await close();
      const isKill =
        failure === undefined || failure instanceof DatabaseUnavailableError || failure instanceof OvertakenError;
      if (!isKill) throw new Error('The indexing ended by itself', { cause: failure });
    },
  };
};

/** Waits until an indexer has written everything, or the time is up. */
export const untilSettled = async (indexer: IndexerProcess, height: number, milliseconds: number): Promise<void> => {
  const end = Date.now() + milliseconds;
  while (!(indexer.report?.isSettled === true && indexer.report.height === height) && Date.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
};
