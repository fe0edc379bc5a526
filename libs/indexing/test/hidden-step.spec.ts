import { createChainReader, createElectrumPool, createSyncRepository, type ElectrumPool } from '@weir/infra';
import { startSimulatedChain, type SimulatedChain } from '@weir/simulation';
import { createContractCache } from '../src/sync/round-memory.js';
import type { SyncContext } from '../src/sync/sync.types.js';
import { Syncer } from '../src/sync/syncer.js';
import { createBase } from './support/chain-base.js';
import { until } from './support/indexer-fixture.js';
import { scriptFixture } from './support/scripted-fixture.js';
import type { Scripted } from './support/scripted.js';
import { createIndexerTestDatabase, type TestIndexerDatabase } from './support/simulation/databases.js';

let database: TestIndexerDatabase;
let chain: SimulatedChain;
let pool: ElectrumPool;
let syncer: Syncer;
beforeAll(async () => {
  database = await createIndexerTestDatabase();
  const { node } = createBase();
  const startHeight = node.tip.height - 10;
  chain = await startSimulatedChain(node);
  pool = await createElectrumPool({ urls: chain.urls, timeoutMs: 2_000 });
  const context: SyncContext = {
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

/** Rounds until the tables are at the tip, and nothing is known to be read. */
const settled = () =>
  until('all that there is', async () => {
    const { isSettled, height } = await syncer.round();
    return isSettled && height === chain.node.tip.height ? true : undefined;
  });

const steps = async () => (await database.db.selectFrom('events').select('txid').execute()).map(({ txid }) => txid);

it('follows a contract through a step that servers hid while they showed the one after it', async () => {
  const scenario = (await scriptFixture()).transactions;
  const named = (name: string, parent?: string): Scripted => {
    const found = scenario.find((each) => each.name === name && (parent === undefined || each.parent === parent));
    if (found === undefined) throw new Error(`The script has no ${name}`);
    return found;
  };
  const fund = named('fund of one');
  const first = named('claim of one', fund.txid);
  const second = named('claim of one', first.txid);
  chain.node.submit(fund.hex);
  chain.node.mine();
  await settled();
  expect(await steps()).toEqual([fund.txid]);

  for (const control of chain.controls) await control.hideTransactions([first.txid]);
  for (const { hex } of [first, second]) {
    chain.node.submit(hex);
    chain.node.mine();
  }
  await settled();
  expect(await steps()).toEqual([fund.txid]);

  for (const control of chain.controls) await control.resetFaults();
  await until('both steps', async () => {
    await syncer.round();
    return (await steps()).length === 3 ? true : undefined;
  });
  expect(await steps()).toEqual([fund.txid, first.txid, second.txid]);
});
