import {
  createChainReader,
  createElectrumPool,
  createStreamsRepository,
  createVaultsRepository,
  type Database,
  type ElectrumPool,
} from '@weir/infra';
import {
  createStreamsService,
  createStreamWatcher,
  type StreamContext,
  type StreamsService,
  type StreamWatcher,
} from '../../../src/index.js';
import { createStreamContracts } from '../../../src/streams/contract/stored-stream.js';

/** The service as one process runs it: pool, repositories, use cases and watcher, all of which end with it. */
export interface ServiceFixture {
  readonly context: StreamContext;
  readonly streams: StreamsService;
  readonly watcher: StreamWatcher;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly urls: readonly string[];
  /** Called with each warning of the watcher. */
  readonly onWarning: (details: object) => void;
}

/** Impatient, so that a simulation does not wait: real ones count seconds where this counts hundredths. */
const PATIENCE = { checks: 3, spacingMs: 10 };

/** A pool that soon leaves a silent server; `timeoutMs` for one that meets none. */
export const createPool = (urls: readonly string[], timeoutMs = 250): Promise<ElectrumPool> =>
  createElectrumPool({ urls, timeoutMs, reconnectMs: 10, suspendedMs: 40 });

export const createContext = (db: Database, pool: ElectrumPool): StreamContext => ({
  streams: createStreamsRepository(db),
  vaults: createVaultsRepository(db),
  chain: createChainReader(pool),
  contracts: createStreamContracts('devnet'),
  serves: 'either',
  network: 'devnet',
  minConfirmations: 0,
  now: () => Math.floor(Date.now() / 1000),
});

export const startService = async ({ db, databaseUrl, urls, onWarning }: ServiceOptions): Promise<ServiceFixture> => {
  const pool = await createPool(urls);
  const context = createContext(db, pool);
  const log = { info: () => undefined, warn: onWarning };
  const watcher = createStreamWatcher({ context, databaseUrl, log, intervalMs: 60, pollMs: 15, patience: PATIENCE });
  return {
    context,
    streams: createStreamsService(context),
    watcher,
    async stop() {
      await watcher.stop();
      await pool.close();
    },
  };
};
