import { createHash } from 'node:crypto';
import { eventually } from '@weir/testing';
import { openSession, type Session } from '@weir/testing/postgres';
import { createAirdrop, csvOf, sendList, SHARE } from '../support/airdrop-scenario.js';
import type { Answer, Client } from '../support/client.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { createPlan, planOf } from '../support/plan-scenario.js';
import { createStream, creationOf, payFunding } from '../support/stream-scenario.js';
import { BCH } from '../support/test-asset.js';
import { createActiveVault, vaultOf } from '../support/vault-scenario.js';

/** More than a replica has connections to the database. */
const AT_ONCE = 15;

let fixture: Fixture;
let replicas: readonly [Client, Client];
let holder: Session;
let watcher: Session;
beforeAll(async () => {
  fixture = await startFixture();
  const settings = { TRUST_PROXY: '127.0.0.1' };
  replicas = [await fixture.replica(settings), await fixture.replica(settings)];
  holder = await openSession(fixture.config.databaseUrl);
  watcher = await openSession(fixture.config.databaseUrl);
});
afterAll(async () => {
  await holder.close();
  await watcher.close();
  await fixture.stop();
});

const STRANGER = '192.0.2.66';
const network = createHash('sha256').update(`weir network ${STRANGER}`).digest('hex').slice(0, 32);
const from = (client: Client, ip: string): Client => client.with({ 'x-forwarded-for': ip });
const quotaLock = (kind: string): string =>
  `SELECT pg_advisory_xact_lock(hashtextextended('weir-quota/${kind}/network/${network}', 0))`;
const rowLock = (table: string, id: string): string => `SELECT FROM ${table} WHERE id = '${id}' FOR UPDATE`;

/** What a stranger asks for at once, and the lock that somebody else holds meanwhile. */
interface Burst {
  readonly lock: string;
  readonly send: (client: Client, index: number) => Promise<Answer<unknown>>;
}

const create = (client: Client) =>
  client.as(fixture.wallet().address).post('/api/streams/create', creationOf(fixture, fixture.wallet()));

const bursts: readonly (readonly [string, () => Promise<Burst>])[] = [
  ['creations', () => Promise.resolve({ lock: quotaLock('streams'), send: create })],
  [
    'creations with keys',
    () =>
      Promise.resolve({
        lock: quotaLock('idempotency_keys'),
        send: (client, index) => create(client.with({ 'idempotency-key': `key-${index}-0123456789` })),
      }),
  ],
  [
    'vaults',
    () => {
      const signers = [fixture.wallet(), fixture.wallet(), fixture.wallet()];
      return Promise.resolve({
        lock: quotaLock('vaults'),
        send: (client) => client.as(fixture.wallet().address).post('/api/vaults', vaultOf(signers)),
      });
    },
  ],
  [
    'confirms of a funding',
    async () => {
      const scenario = await createStream(fixture);
      const txHash = await payFunding(fixture, scenario);
      return {
        lock: rowLock('streams', scenario.id),
        send: (client) => client.post(`${scenario.path}/confirm-funding`, { txHash }),
      };
    },
  ],
  [
    'lists of recipients',
    async () => {
      const scenario = await createAirdrop(fixture, {
        requireKyc: true,
        amountPerClaim: null,
        totalAmount: BCH.text(SHARE * 100n),
      });
      const csv = csvOf(scenario, [fixture.wallet(), fixture.wallet()]);
      return {
        lock: rowLock('airdrop_campaigns', scenario.id),
        send: (client) => sendList(fixture, scenario, csv, client.as(scenario.creator.address)),
      };
    },
  ],
  [
    'proposals',
    async () => {
      const vault = await createActiveVault(fixture);
      const proposal = { recipient: fixture.wallet().address, amount: 0.001, reason: 'Rent' };
      return {
        lock: rowLock('vaults', vault.id),
        send: (client) => client.as(vault.signers[0].address).post(`${vault.path}/proposals`, proposal),
      };
    },
  ],
  [
    'rows of a plan',
    async () => {
      const plan = await createPlan(fixture, 2);
      const { streams } = planOf(fixture, plan.recipients) as { readonly streams: readonly object[] };
      return {
        lock: rowLock('plans', plan.id),
        send: (client) => client.as(plan.sender.address).post(`${plan.path}/recipients`, { streams }),
      };
    },
  ],
];

const waitsForLocks = async (): Promise<number> =>
  Number(
    (
      await watcher.query(`
        SELECT count(*) AS n FROM pg_stat_activity
        WHERE datname = current_database() AND application_name LIKE 'weir-api%' AND wait_event_type = 'Lock'`)
    )[0]?.['n'],
  );

describe('a burst of one client that finds its lock held', () => {
  it.each(bursts)('of %s keeps nobody else waiting, on two replicas', async (_, prepare) => {
    const { lock, send } = await prepare();
    const { path } = await createStream(fixture);
    await holder.query(`BEGIN; ${lock}`);
    const burst = Promise.allSettled(
      replicas.flatMap((replica) =>
        Array.from({ length: AT_ONCE }, (__, index) => send(from(replica, STRANGER), index)),
      ),
    );
    for (let round = 0; round < 3; round += 1)
      for (const replica of replicas) {
        const other = from(replica, `198.51.100.${round}`);
        await eventually(async () => expect(await other.get('/ready')).toMatchObject({ status: 200 }));
        expect([await other.get(path), await create(other)]).toMatchObject([{ status: 200 }, { status: 200 }]);
        expect(await waitsForLocks()).toBe(0);
      }
    await holder.query('COMMIT');
    await burst;
  });
});
