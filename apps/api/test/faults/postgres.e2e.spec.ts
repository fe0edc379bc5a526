import type { CreateStreamResponse, ListStreamsResponse } from '@weir/api-contract';
import { createDatabase, migrateToLatest } from '@weir/infra';
import { eventually } from '@weir/testing';
import {
  mountSmallDisk,
  openSession,
  startFreezingProxy,
  startPostgres,
  type PostgresServer,
  type Session,
} from '@weir/testing/postgres';
import type { Answer, Refusal } from '../support/client.js';
import { startLoggedApp, type LoggedApp } from '../support/faults/logged-app.js';
import { assertRecounted } from '../support/faults/recount.js';
import { startFixture, type Fixture } from '../support/fixture.js';
import { textLike } from '../support/like.js';
import { createStream, creationOf, payFunding, type Scenario } from '../support/stream-scenario.js';

/** What must not leave the service, in answers and in logs. */
const SECRETS = /postgres:\/\/|SCRAM|"password":"(?!\[)/;
const STATEMENTS = /select |insert into|update .* set|relation "|pg_/i;

let server: PostgresServer;
let fixture: Fixture;
let app: LoggedApp;
let superuser: Session;
beforeAll(async () => {
  server = await startPostgres();
  // The fixture's database is made on this server, which can be restarted.
  process.env['DATABASE_URL'] = server.url;
  fixture = await startFixture();
  delete process.env['DATABASE_URL'];
  app = await startLoggedApp(fixture, {});
  superuser = await openSession(fixture.config.databaseUrl);
});
afterAll(async () => {
  await superuser.close().catch(() => undefined);
  await app.stop();
  await fixture.stop();
  await server.stop();
});

const away = {
  status: 503,
  headers: { 'retry-after': '5' },
  body: { success: false, code: 'DATABASE_UNAVAILABLE', retryable: true },
};
const unready = { status: 503, body: { success: false, checks: { database: { ok: false, reason: 'unavailable' } } } };

const create = ({ client }: LoggedApp, description: string): Promise<Answer<CreateStreamResponse>> => {
  const [sender, recipient] = [fixture.wallet(), fixture.wallet()];
  return client.as(sender.address).post('/api/streams/create', creationOf(fixture, recipient, { description }));
};
const assertClean = ({ status, headers, body }: Answer<unknown>): void => {
  if (status !== 200) expect({ status, headers, body }).toMatchObject(away);
  expect(JSON.stringify(body)).not.toMatch(STATEMENTS);
};
const succeeds = (ask: () => Promise<Answer<unknown>>): Promise<void> =>
  eventually(async () => expect(await ask()).toMatchObject({ status: 200 }));

/** An app that comes in by a role of its own. */
const startAs = async (role: string, terms: string): Promise<LoggedApp> => {
  await superuser.query(
    `CREATE ROLE ${role} LOGIN PASSWORD 'role' ${terms}; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role}`,
  );
  return startLoggedApp(fixture, { DATABASE_URL: urlOf(role) });
};
const urlOf = (role: string): string =>
  Object.assign(new URL(fixture.config.databaseUrl), { username: role, password: 'role' }).href;

describe('a database that is restarted under load', () => {
  it('costs refusals that say when to come again, and nothing that was answered with success', async () => {
    const over = new AbortController();
    const created: string[] = [];
    const refused: number[] = [];
    const load = async (): Promise<void> => {
      while (!over.signal.aborted) {
        const answer = await create(app, 'under load');
        assertClean(answer);
        if (answer.status === 200) created.push(answer.body.stream.id);
        else refused.push(answer.status);
        assertClean(await app.client.get('/api/streams?limit=5'));
      }
    };
    const clients = Array.from({ length: 6 }, load);
    await eventually(() => expect(created.length).toBeGreaterThanOrEqual(10));
    await server.crash();
    expect(await app.client.get('/ready')).toMatchObject(unready);
    expect(await app.client.get('/health')).toMatchObject({ status: 200 });
    await server.restart();
    await succeeds(() => app.client.get('/ready'));
    superuser = await openSession(fixture.config.databaseUrl);
    const before = created.length;
    await eventually(() => expect(created.length).toBeGreaterThanOrEqual(before + 10));
    over.abort();
    await Promise.all(clients);
    expect(refused.length).toBeGreaterThan(0);
    const { body } = await app.client.get<ListStreamsResponse>('/api/streams');
    expect(body.streams.map(({ id }) => id)).toEqual(expect.arrayContaining(created));
    await assertRecounted(fixture);
    const log = JSON.stringify(app.takeLog());
    expect(log).toContain('The database does not answer; retry shortly');
    expect(log).not.toMatch(SECRETS);
  });
});

describe('a database that lets in no more connections', () => {
  it('is reported as not available, and used again once it accepts connections', async () => {
    const limited = await startAs('limited', 'CONNECTION LIMIT 2');
    for (const answer of await Promise.all(
      Array.from({ length: 12 }, () => limited.client.get('/api/streams?limit=1')),
    ))
      assertClean(answer);
    await limited.stop();
    const taken = await Promise.all([openSession(urlOf('limited')), openSession(urlOf('limited'))]);
    const late = await startLoggedApp(fixture, { DATABASE_URL: urlOf('limited') });
    expect(await late.client.get('/api/streams')).toMatchObject(away);
    expect(await late.client.get('/ready')).toMatchObject(unready);
    expect(JSON.stringify(late.takeLog())).toContain('too many connections');
    for (const session of taken) await session.close();
    await succeeds(() => late.client.get('/api/streams'));
    await succeeds(() => late.client.get('/ready'));
    await late.stop();
  });
});

describe('a record that another session holds', () => {
  let scenario: Scenario;
  let txHash: string;
  beforeAll(async () => {
    scenario = await createStream(fixture);
    txHash = await payFunding(fixture, scenario);
  });
  const confirm = ({ client }: LoggedApp): Promise<Answer<Refusal>> =>
    client.post(`${scenario.path}/confirm-funding`, { txHash });

  it('can be read, is not waited for longer than the database allows, and confirmed afterwards', async () => {
    const impatient = await startAs('impatient', '');
    await superuser.query("ALTER ROLE impatient SET lock_timeout = '300ms'");
    const holder = await openSession(fixture.config.databaseUrl);
    await holder.query(`BEGIN; SELECT id FROM streams WHERE id = '${scenario.id}' FOR UPDATE`);
    const [confirmed, read] = await Promise.all([confirm(impatient), impatient.client.get(scenario.path)]);
    expect(confirmed).toMatchObject(away);
    expect(read).toMatchObject({ status: 200, body: { stream: { status: 'PENDING' } } });
    await holder.close();
    await succeeds(() => confirm(impatient));
    await impatient.stop();
  });

  it('is taken again after a deadlock that Postgres ended', async () => {
    const other = await createStream(fixture);
    const funding = await payFunding(fixture, other);
    const holder = await openSession(fixture.config.databaseUrl);
    // The confirmation holds the stream and wants its sender's counter; the holder does it the other way round.
    await holder.query(
      `BEGIN; SET LOCAL deadlock_timeout = '60s'; SELECT * FROM stream_counters WHERE scope = 'sender' FOR UPDATE`,
    );
    const confirmed = app.client.post<Refusal>(`${other.path}/confirm-funding`, { txHash: funding });
    const waits = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = 'weir-api'`;
    await eventually(async () => expect(await superuser.query(waits)).toEqual([{ n: 1 }]));
    await holder.query(`SELECT id FROM streams WHERE id = '${other.id}' FOR UPDATE; COMMIT`);
    expect(await confirmed).toMatchObject({ status: 200 });
    await holder.close();
    const ended = async () =>
      Number(
        (await superuser.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()'))[0]?.[
          'deadlocks'
        ],
      );
    // On a busy machine the second attempt may meet the holder once more.
    await eventually(async () => expect(await ended()).toBeGreaterThan(0));
    await assertRecounted(fixture);
  });
});

describe('a database that is cut off without a word', () => {
  it('keeps no probe waiting', async () => {
    const proxy = await startFreezingProxy(fixture.config.databaseUrl);
    const cutOff = await startLoggedApp(fixture, { DATABASE_URL: proxy.url });
    await succeeds(() => cutOff.client.get('/ready'));
    proxy.freeze();
    expect(await cutOff.client.get('/ready')).toMatchObject({
      status: 503,
      body: { checks: { database: { ok: false, reason: 'the database does not answer' } } },
    });
    expect(await cutOff.client.get('/health')).toMatchObject({ status: 200 });
    proxy.close();
    await cutOff.stop();
  });
});

const disk = await mountSmallDisk(160);
const why = typeof disk === 'string' ? ` (not tried here: ${disk})` : '';

describe('a disk that is full', () => {
  (typeof disk === 'string' ? it.skip : it)(
    `stops what writes, not what reads, and all goes on once there is room${why}`,
    async () => {
      if (typeof disk === 'string') throw new Error(disk);
      const small = await startPostgres({ dataDirectory: `${disk.path}/cluster`, persistent: false });
      const db = createDatabase({ url: small.url, statementTimeoutMs: 0 });
      await migrateToLatest(db);
      await db.destroy();
      const full = await startLoggedApp(fixture, { DATABASE_URL: small.url });
      try {
        const long = 'x'.repeat(500);
        const first = await create(full, long);
        expect(first).toMatchObject({ status: 200 });
        await disk.fill();
        const created: string[] = [];
        let last: Answer<unknown> = first;
        for (let i = 0; i < 400 && last.status === 200; i += 1) {
          const answer = await create(full, long);
          if (answer.status === 200) created.push(answer.body.stream.id);
          last = answer;
        }
        expect(last).toMatchObject(away);
        assertClean(last);
        expect(JSON.stringify(full.takeLog())).toMatch(/No space left on device/);
        expect(await full.client.get(`/api/streams/${first.body.stream.id}`)).toMatchObject({ status: 200 });
        await eventually(async () =>
          expect(await full.client.get('/ready')).toMatchObject({
            status: 200,
            body: { checks: { database: { ok: true, reason: textLike(/its disk is full$/) } } },
          }),
        );
        await disk.clear();
        await succeeds(() => create(full, long));
        const { body } = await full.client.get<ListStreamsResponse>('/api/streams');
        expect(body.streams.map(({ id }) => id)).toEqual(expect.arrayContaining(created));
      } finally {
        await full.stop();
        await small.stop();
      }
    },
  );

  afterAll(async () => {
    if (typeof disk !== 'string') await disk.unmount();
  });
});
