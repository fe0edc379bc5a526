import { createChainReader, createElectrumPool, createSyncRepository, type ElectrumPool } from '@weir/infra';
import { startSimulatedChain, type SimulatedChain } from '@weir/simulation';
import { createContractCache } from '../../src/sync/round-memory.js';
import type { SyncContext } from '../../src/sync/sync.types.js';
import { Syncer } from '../../src/sync/syncer.js';
import { createBase } from './chain-base.js';
import { createIndexerTestDatabase, type TestIndexerDatabase } from './simulation/databases.js';

/** What indexing needs over a pool of servers and a database, on the devnet. */
export const syncContextOf = (pool: ElectrumPool, { db }: Pick<TestIndexerDatabase, 'db'>): SyncContext => ({
  chain: createChainReader(pool),
  sync: createSyncRepository(db),
  network: 'devnet',
  confirmations: 1,
  now: () => Math.floor(Date.now() / 1000),
});

/** A syncer whose rounds are run by hand, over the base chain behind two servers. */
export interface SyncerBed {
  readonly database: TestIndexerDatabase;
  readonly chain: SimulatedChain;
  readonly pool: ElectrumPool;
  readonly context: SyncContext;
  readonly syncer: Syncer;
}

/** A bed of its own for each test; it is filled before the test. */
export const useSyncerBed = (): SyncerBed => {
  const bed = {} as SyncerBed;
  beforeEach(async () => {
    const { node } = createBase();
    const startHeight = node.tip.height - 10;
    const chain = await startSimulatedChain(node);
    const database = await createIndexerTestDatabase();
    const pool = await createElectrumPool({ urls: chain.urls, timeoutMs: 2_000 });
    const context = syncContextOf(pool, database);
    await context.sync.begin('devnet', startHeight);
    const syncer = await Syncer.open(context, createContractCache('devnet'), () => undefined);
    Object.assign(bed, { database, chain, pool, context, syncer });
  });
  afterEach(async () => {
    bed.syncer.close();
    await bed.pool.close();
    await bed.chain.stop();
    await bed.database.drop();
  });
  return bed;
};
