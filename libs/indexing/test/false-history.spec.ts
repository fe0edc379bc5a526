import { startElectrumProxy, type ElectrumProxy, type Misbehaviour } from '@weir/devnet';
import { createElectrumPool, type ElectrumPool } from '@weir/infra';
import { startSimulatedChain, type SimulatedChain } from '@weir/simulation';
import { until, untilSo } from '@weir/testing';
import { createContractCache } from '../src/sync/round-memory.js';
import { syncChain } from '../src/sync/sync-chain.js';
import { createBase } from './support/chain-base.js';
import { scriptFixture } from './support/scripted-fixture.js';
import { createIndexerTestDatabase, type TestIndexerDatabase } from './support/simulation/databases.js';
import { syncContextOf } from './support/syncer-bed.js';

let database: TestIndexerDatabase;
let chain: SimulatedChain;
let liar: ElectrumProxy;
let pool: ElectrumPool;
beforeAll(async () => {
  database = await createIndexerTestDatabase();
  const { node } = createBase();
  chain = await startSimulatedChain(node);
  liar = await startElectrumProxy(chain.urls[0] ?? '');
  pool = await createElectrumPool({ urls: [liar.url, chain.urls[1] ?? ''], timeoutMs: 2_000, suspendedMs: 1_000 });
});
afterAll(async () => {
  await pool.close();
  await liar.stop();
  await chain.stop();
  await database.drop();
});

/** Lists a transaction in the block of the tip, in every history that there is. */
const withTransaction = (txid: string): Misbehaviour => ({
  methods: ['blockchain.scripthash.get_history'],
  fault: {
    kind: 'lie',
    answer: (result) =>
      Array.isArray(result) && result.length > 0
        ? [...(result as unknown[]), { tx_hash: txid, height: chain.node.tip.height }]
        : result,
  },
});

it.each([
  ['is in the mempool', 'fund of one', 'fund of two'],
  ['is nowhere', 'fund of tokens', undefined],
])('a server that lists in a history what %s holds nothing up where there is another', async (_, mined, unmined) => {
  await untilSo('both servers', () => pool.status().every(({ usable }) => usable));
  const script = await scriptFixture();
  const fund = script.find(mined);
  const stopping = new AbortController();
  const syncing = syncChain(stopping.signal, {
    context: syncContextOf(pool, database),
    startHeight: 0,
    contracts: createContractCache('devnet'),
    log: { info: () => undefined, warn: () => undefined },
    intervalMs: 500,
    retryMs: 50,
    onRound: () => undefined,
    onPause: () => undefined,
  });
  liar.misbehave(withTransaction(unmined === undefined ? 'ab'.repeat(32) : script.find(unmined).txid));
  chain.node.submit(fund.hex);
  chain.node.mine();
  if (unmined !== undefined) chain.node.submit(script.find(unmined).hex);
  await until('the stream', () =>
    database.db.selectFrom('contracts').select('txid').where('txid', '=', fund.txid).executeTakeFirst(),
  );
  stopping.abort();
  await syncing;
  expect(pool.status()[0]?.lastError).toMatch(/A history lists a transaction that is not on the chain/);
  await liar.behave();
});
