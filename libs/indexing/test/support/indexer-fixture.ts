import { DevnetControl, startDevnet, type ChainNode } from '@weir/devnet';
import {
  createChainReader,
  createElectrumPool,
  createIndexerDatabase,
  createIndexReader,
  createSyncRepository,
  type ChainReader,
  type IndexReader,
} from '@weir/infra';
import { createContractWatcher, createIndexer, type ContractWatcher, type Indexer } from '../../src/index.js';
import { createBase } from './chain-base.js';
import { createIndexerTestDatabase, type TestIndexerDatabase } from './simulation/databases.js';

/** An indexer as one process runs it, leader election included. */
export interface IndexerReplica {
  readonly reader: IndexReader;
  readonly indexer: Indexer;
  readonly watcher: ContractWatcher;
  stop(): Promise<void>;
}

/** The base chain behind a server, and indexers over one database. */
export interface IndexerFixture {
  readonly node: ChainNode;
  /** Of the server. */
  readonly url: string;
  readonly control: DevnetControl;
  readonly chain: ChainReader;
  readonly database: TestIndexerDatabase;
  /** @param settleMs how long after a block it is served, milliseconds, default 50 */
  replica(settleMs?: number): Promise<IndexerReplica>;
  stop(): Promise<void>;
}

const startIndexerFixture = async (): Promise<IndexerFixture> => {
  const { node } = createBase();
  const devnet = await startDevnet({ node });
  const database = await createIndexerTestDatabase();
  const log = { info: () => undefined, warn: () => undefined };
  const now = (): number => Math.floor(Date.now() / 1000);
  const control = await DevnetControl.connect(devnet.url);
  const stops: (() => Promise<unknown>)[] = [() => database.drop(), () => devnet.stop(), () => control.close()];
  const openChain = async (): Promise<ChainReader> => {
    const pool = await createElectrumPool({ urls: [devnet.url] });
    stops.push(() => pool.close());
    return createChainReader(pool);
  };
  const chain = await openChain();
  return {
    node,
    url: devnet.url,
    control,
    chain,
    database,
    async replica(settleMs = 50) {
      const db = createIndexerDatabase({ url: database.url, applicationName: 'replica' });
      const own = await openChain();
      const reader = createIndexReader(db);
      const shared = { network: 'devnet', confirmations: 1, now } as const;
      const indexer = createIndexer({
        context: { ...shared, chain: own, sync: createSyncRepository(db) },
        databaseUrl: database.url,
        startHeight: 0,
        log,
        settleMs,
        electionMs: 100,
      });
      const watcher = createContractWatcher({
        ...shared,
        reader,
        chain: own,
        databaseUrl: database.url,
        log,
        pollMs: 50,
        electionMs: 100,
      });
      let stopped: Promise<void> | undefined;
      const stop = (): Promise<void> =>
        (stopped ??= Promise.all([indexer.stop(), watcher.stop()]).then(() => db.destroy()));
      stops.push(stop);
      return { reader, indexer, watcher, stop };
    },
    async stop() {
      for (const stop of stops.toReversed()) await stop();
    },
  };
};

/** A fixture that starts before the tests of a file, or group, and stops after them; it is filled before the first one. */
export const useIndexerFixture = (): IndexerFixture => {
  const fixture = {} as IndexerFixture;
  beforeAll(async () => void Object.assign(fixture, await startIndexerFixture()));
  afterAll(() => fixture.stop());
  return fixture;
};

/** The same, with one replica at work. */
export const useIndexer = (): readonly [IndexerFixture, IndexerReplica] => {
  const fixture = useIndexerFixture();
  const replica = {} as IndexerReplica;
  beforeAll(async () => void Object.assign(replica, await fixture.replica()));
  return [fixture, replica];
};
