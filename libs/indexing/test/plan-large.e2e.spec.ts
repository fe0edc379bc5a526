import { binToHex } from '@bitauth/libauth';
import { beaconEpoch, beaconLockingBytecode, type VestingDraft } from '@weir/covenants';
import { startDevnet, type Devnet } from '@weir/devnet';
import { createElectrumPool, createSyncRepository, type ElectrumPool } from '@weir/infra';
import { until, untilSo } from '@weir/testing';
import { createContractCache } from '../src/sync/round-memory.js';
import type { SyncContext } from '../src/sync/sync.types.js';
import { Syncer } from '../src/sync/syncer.js';
import { createBase, DAY } from './support/chain-base.js';
import { LivePlan, signPlan } from './support/live-plan.js';
import { createIndexerTestDatabase, type TestIndexerDatabase } from './support/simulation/databases.js';
import { syncContextOf } from './support/syncer-bed.js';

const base = createBase();
const START = BigInt(base.time - 20 * DAY);

let database: TestIndexerDatabase;
let devnet: Devnet;
let pool: ElectrumPool;
let context: SyncContext;
/** Scripts whose histories were asked for, what these listed, transactions read, and transactions looked up in the tables. */
const asked = { histories: 0, entries: 0, transactions: 0, looked: 0 };
beforeAll(async () => {
  database = await createIndexerTestDatabase();
  devnet = await startDevnet({ node: base.node });
  pool = await createElectrumPool({ urls: [devnet.url] });
  const own = syncContextOf(pool, database);
  const { chain } = own;
  context = {
    ...own,
    chain: {
      ...chain,
      async histories(questions, hash) {
        asked.histories += questions.length;
        const found = await chain.histories(questions, hash);
        for (const history of found) asked.entries += history?.length ?? 0;
        return found;
      },
      transactions(txids) {
        asked.transactions += txids.length;
        return chain.transactions(txids);
      },
      // A getter does not survive being spread.
      get hearsAll() {
        return chain.hearsAll;
      },
    },
  };
  await context.sync.begin('devnet', base.node.tip.height - 10);
});
afterAll(async () => {
  await pool.close();
  await devnet.stop();
  await database.drop();
});

/** A P2PKH of nobody's. */
const nobody = (name: number): Uint8Array =>
  Uint8Array.of(0x76, 0xa9, 0x14, name & 0xff, name >> 8, ...new Uint8Array(18).fill(9), 0x88, 0xac);

const open = () => Syncer.open(context, createContractCache('devnet'), () => undefined, 0);
const settle = (syncer: Syncer) =>
  until('all that there is', async () =>
    (await syncer.round()).isSettled && (await context.chain.tip()).hash === base.node.tip.hash && !syncer.hasWork
      ? true
      : undefined,
  );

it('a plan of 640 at one address is read once for all of them, by a new process as well', async () => {
  const sender = base.party(0);
  let syncer = await open();
  await settle(syncer);
  const streams = Array.from({ length: 640 }, (_, i): VestingDraft => ({
    kind: 'VESTING',
    recipient: nobody(i),
    total: 400_000n + BigInt(i),
    start: START,
    end: START + 40n * BigInt(DAY),
    payments: 4,
    group: { kind: 'VESTING', cliff: 0n, step: 1n, noticeBlocks: 12 },
  }));
  const funded = await signPlan('VESTING_BCH', sender, streams, { nonce: 9 });
  const plan = new LivePlan(base.node, context.chain, sender.wallet, funded);
  base.node.submit(funded.hex);
  base.node.mine();
  await untilSo('the notice', () => syncer.hasWork);
  asked.histories = 0;
  const before = process.cpuUsage();
  await settle(syncer);
  // Processor time, of the server and the database's client as well: the machine may be busy with other things.
  const { user } = process.cpuUsage(before);
  const { count } = await database.db
    .selectFrom('contracts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBe(640);
  // The beacon, the address, and either once more where a server reports it late.
  expect(asked.histories).toBeLessThanOrEqual(4);
  expect(user / 1_000).toBeLessThan(5_000);

  // A block of a hundred siblings' payments costs those hundred; a second one does not read the first again.
  const rounds: number[] = [];
  for (const day of [10n, 20n]) {
    for (let index = 1; index <= 100; index += 1) plan.pay(index, START + day * BigInt(DAY));
    base.node.mine();
    await untilSo('the notice', () => syncer.hasWork);
    asked.transactions = 0;
    await settle(syncer);
    rounds.push(asked.transactions);
  }
  expect(rounds).toEqual([100, 100]);

  syncer.close();
  syncer = await open();
  await settle(syncer);
  plan.pay(200, START + 10n * BigInt(DAY));
  base.node.mine();
  await untilSo('the notice', () => syncer.hasWork);
  asked.transactions = 0;
  await settle(syncer);
  expect(asked.transactions).toBe(1);
  syncer.close();
});

/** What a first start over an empty database reads of everything that was ever announced. */
const firstStart = async (): Promise<{
  readonly entries: number;
  readonly looked: number;
  readonly verified: number;
}> => {
  const empty = await createIndexerTestDatabase();
  const sync = createSyncRepository(empty.db);
  const counted: SyncContext = {
    ...context,
    sync: {
      ...sync,
      announcementsOf(txids, height) {
        asked.looked += txids.length;
        return sync.announcementsOf(txids, height);
      },
    },
  };
  try {
    await counted.sync.begin('devnet', base.node.tip.height - 10);
    const syncer = await Syncer.open(counted, createContractCache('devnet'), () => undefined, 0);
    Object.assign(asked, { entries: 0, looked: 0 });
    await settle(syncer);
    syncer.close();
    const { verified } = await empty.db
      .selectFrom('announcements')
      .select(({ fn }) => fn.countAll<number>().as('verified'))
      .executeTakeFirstOrThrow();
    return { entries: asked.entries, looked: asked.looked, verified };
  } finally {
    await empty.drop();
  }
};

it('a first start reads in a straight line what was ever announced, in however many rounds', async () => {
  // Anybody may pay to a beacon; each payment is verified. Several rounds of them at one.
  const beacon = binToHex(beaconLockingBytecode(beaconEpoch(base.node.tip.height), 0));
  const announce = (count: number): void => {
    for (let i = 0; i < count; i += 1) base.node.fund(beacon, 1_000n);
    base.node.mine();
  };
  announce(410);
  const half = await firstStart();
  announce(410);
  const whole = await firstStart();
  expect([half.verified >= 410, whole.verified - half.verified]).toEqual([true, 410]);
  // Each twice: when it is found, and when nothing is left.
  for (const name of ['entries', 'looked'] as const) expect(whole[name]).toBeLessThan(2.5 * half[name]);
});
