import { createChainReader, createElectrumPool, createSyncRepository, type ElectrumPool } from '@weir/infra';
import { startSimulatedChain, type SimulatedChain } from '@weir/simulation';
import { createContractCache } from '../src/sync/round-memory.js';
import type { SyncContext } from '../src/sync/sync.types.js';
import { Syncer } from '../src/sync/syncer.js';
import { createBase } from './support/chain-base.js';
import { until } from './support/indexer-fixture.js';
import { scriptFixture } from './support/scripted-fixture.js';
import { createIndexerTestDatabase, type TestIndexerDatabase } from './support/simulation/databases.js';

let database: TestIndexerDatabase;
let chain: SimulatedChain;
let pool: ElectrumPool;
let context: SyncContext;
let syncer: Syncer;
beforeAll(async () => {
  database = await createIndexerTestDatabase();
  const { node } = createBase();
  const startHeight = node.tip.height - 10;
  chain = await startSimulatedChain(node);
  pool = await createElectrumPool({ urls: chain.urls, timeoutMs: 2_000 });
  context = {
    chain: createChainReader(pool),
    sync: createSyncRepository(database.db),
    network: 'devnet',
    confirmations: 1,
    now: () => Math.floor(Date.now() / 1000),
  };
  await context.sync.begin('devnet', startHeight);
  syncer = await Syncer.open(context, createContractCache('devnet'), () => undefined);
});
afterAll(async () => {
  syncer.close();
  await pool.close();
  await chain.stop();
  await database.drop();
});

const settled = () => until('all that there is', async () => ((await syncer.round()).isSettled ? true : undefined));
const announcements = async () =>
  (await database.db.selectFrom('announcements').select('txid').execute()).map(({ txid }) => txid);

it('is asked for again where a server hides it that the one listened to has told of', async () => {
  await until('both servers', () => (pool.status().every(({ connected }) => connected) ? true : undefined));
  await settled();
  const fund = (await scriptFixture()).transactions.find(({ name }) => name === 'fund of one');
  if (fund === undefined) throw new Error('The script funds a stream');
  const [, second] = chain.controls;
  chain.node.submit(fund.hex);
  chain.node.mine();
  await until('the notices', async () =>
    syncer.hasWork && (await context.chain.tip()).hash === chain.node.tip.hash ? true : undefined,
  );

  // The first server has a new block that nobody has heard of yet, so that the second is asked, which hides everything.
  await second.hideHistory();
  await second.setIndexDelay(2_000);
  chain.node.mine();
  const { hidden } = await syncer.round();
  expect([hidden.length, await announcements()]).toEqual([1, []]);
  await second.resetFaults();
  syncer.retry(hidden);
  await settled();
  expect(await announcements()).toEqual([fund.txid]);
});
