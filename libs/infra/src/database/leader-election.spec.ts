import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { eventually } from '@weir/testing';
import { startFreezingProxy, startPostgres, type PostgresServer } from '@weir/testing/postgres';
import { createDatabase, type Database } from './create-database.js';
import { electLeader, type Leader } from './leader-election.js';

const TIMES = { retryMs: 50, heartbeatMs: 200 };

/** Counts how many lead at once. */
function contest(url: string) {
  const running = { now: 0, most: 0, terms: 0 };
  const contender = (errors: unknown[] = []): Leader =>
    electLeader({
      url,
      name: 'test',
      ...TIMES,
      onError: (error) => errors.push(error),
      work: async (signal) => {
        running.now += 1;
        running.terms += 1;
        running.most = Math.max(running.most, running.now);
        await sleep(60_000, undefined, { signal }).catch(() => undefined);
        running.now -= 1;
      },
    });
  return { running, contender };
}

const until = (condition: () => boolean): Promise<void> => eventually(() => expect(condition()).toBe(true));

describe('electLeader', () => {
  let server: PostgresServer;
  let db: Database;
  beforeAll(async () => {
    server = await startPostgres();
    db = createDatabase({ url: server.url });
  });
  afterAll(async () => {
    await db.destroy();
    await server.stop();
  });

  const killSessions = () =>
    sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'weir-lock-test'`.execute(db);

  it('lets one of two work, and the other when the first stops', async () => {
    const { running, contender } = contest(server.url);
    const [first, second] = [contender(), contender()];
    await until(() => running.now === 1);
    await sleep(4 * TIMES.retryMs);
    expect([first.isLeader, second.isLeader].filter(Boolean)).toHaveLength(1);
    const [leader, other] = first.isLeader ? [first, second] : [second, first];
    await leader.stop();
    expect(leader.isLeader).toBe(false);
    await until(() => other.isLeader);
    await Promise.all([other.stop(), other.stop()]);
    expect(running).toEqual({ now: 0, most: 1, terms: 2 });
  });

  it('ends the work of a leader whose connection is killed, and elects again', async () => {
    const { running, contender } = contest(server.url);
    const contenders = [contender(), contender()];
    await until(() => running.now === 1);
    await killSessions();
    await until(() => running.terms === 2 && running.now === 1);
    expect(running.most).toBe(1);
    await Promise.all(contenders.map((each) => each.stop()));
  });

  it('ends the work when the server is gone, reports, and works again when it is back', async () => {
    const errors: unknown[] = [];
    const { running, contender } = contest(server.url);
    const only = contender(errors);
    await until(() => only.isLeader);
    await server.crash();
    await until(() => !only.isLeader && errors.length > 0);
    expect(errors[0]).toMatchObject({ name: 'DatabaseUnavailableError' });
    await server.restart();
    await until(() => only.isLeader);
    expect(running.terms).toBe(2);
    await only.stop();
  });

  it('ends the work when the connection hangs', async () => {
    const proxy = await startFreezingProxy(server.url);
    const { running, contender } = contest(proxy.url);
    const cutOff = contender();
    await until(() => cutOff.isLeader);
    proxy.freeze();
    await until(() => !cutOff.isLeader);
    await cutOff.stop();
    expect(running).toEqual({ now: 0, most: 1, terms: 1 });
    proxy.close();
    await killSessions();
  });

  it('goes on after work that throws or ends, and separates names', async () => {
    const errors: unknown[] = [];
    let terms = 0;
    const failing = electLeader({
      url: server.url,
      name: 'failing',
      ...TIMES,
      onError: (error) => errors.push(error),
      work: () => {
        terms += 1;
        return terms === 1 ? Promise.reject(new Error('the work failed')) : Promise.resolve();
      },
    });
    const { running, contender } = contest(server.url);
    const other = contender();
    await until(() => terms >= 3 && running.now === 1);
    expect(errors).toEqual([new Error('the work failed')]);
    await Promise.all([failing.stop(), other.stop()]);
  });
});
