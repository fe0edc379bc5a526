import { binToHex } from '@bitauth/libauth';
import { lockingBytecodeOf, type VestingDraft } from '@weir/covenants';
import { startElectrumProxy, type ElectrumProxy, type Misbehaviour } from '@weir/devnet';
import { createChainReader, createElectrumPool, type ElectrumPool } from '@weir/infra';
import { until, untilSo } from '@weir/testing';
import { createContractWatcher } from '../src/index.js';
import { createBase, DAY } from './support/chain-base.js';
import { useIndexer } from './support/indexer-fixture.js';
import { ScriptedPlan } from './support/scripted-plan.js';

/** Coins for 1,000 bytes: five times what nodes ask, and more than the contract may give. */
const HIGH_RATE = 0.00005;

const [fixture, replica] = useIndexer();
let liar: ElectrumProxy;
let pool: ElectrumPool;
beforeAll(async () => {
  // It asks a correct server alone.
  await replica.watcher.stop();
  liar = await startElectrumProxy(fixture.url);
  const reportExpensive = (method: string, answer: unknown): Misbehaviour => ({
    methods: [method],
    fault: { kind: 'lie', answer: () => answer },
  });
  liar.misbehave(
    reportExpensive('blockchain.relayfee', HIGH_RATE),
    reportExpensive('mempool.get_info', { minrelaytxfee: HIGH_RATE, mempoolminfee: HIGH_RATE }),
  );
  pool = await createElectrumPool({ urls: [fixture.url, liar.url] });
  await untilSo('both servers', () => pool.status().every(({ connected }) => connected));
});
afterAll(async () => {
  await pool.close();
  await liar.stop();
});

it('a server that lies about the fee rate does not hold a push back until the sender takes the refund', async () => {
  const base = createBase();
  const recipient = base.claimant.wallet;
  const start = BigInt(base.time - 20 * DAY);
  const draft: VestingDraft = {
    kind: 'VESTING',
    recipient: lockingBytecodeOf(recipient.publicKeyHash),
    total: 100_000_000n,
    start,
    end: start + 40n * BigInt(DAY),
    group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 6 },
  };
  const stream = new ScriptedPlan('watched', 'VESTING_BCH', base.party(0), [draft], 1);
  const funded = await stream.fund();
  const cancelled = await stream.stop(funded, [1], 'cancel', start + 60n);
  for (const { hex } of stream.all) {
    fixture.node.submit(hex);
    fixture.node.mine();
  }
  const chain = createChainReader(pool);
  expect(await chain.feeRate()).toBe(5_000n);
  const watcher = createContractWatcher({
    reader: replica.reader,
    chain,
    network: 'devnet',
    confirmations: 1,
    databaseUrl: fixture.database.url,
    pollMs: 50,
    electionMs: 100,
    now: () => Math.floor(Date.now() / 1000),
    log: { info: () => undefined, warn: () => undefined },
  });
  try {
    const pushed = await until('the push', () => fixture.node.spenderOf(cancelled.txid, 1));
    const paid = fixture.node.transaction(pushed)?.hex ?? '';
    expect(paid).toContain(binToHex(recipient.publicKeyHash));
  } finally {
    await watcher.stop();
  }
});
