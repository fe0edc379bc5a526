import { sql } from 'kysely';
import { openSession, type Session } from '@weir/testing/postgres';
import { useDatabase } from '../../../test/database.js';
import { createDatabase, type Database } from '../create-database.js';
import { PoolMetrics } from '../pool-observers.js';
import { LOCK_PATIENCE_MS, lockNow, retryTransaction, transactionInTurn } from './transaction-in-turn.js';

const CONNECTIONS = 2;
const LOCK = 'a lock of two processes';

const database = useDatabase();
let elsewhere: Session;
let db: Database;
let pool: PoolMetrics;
beforeAll(async () => {
  elsewhere = await openSession(database.url);
});
beforeEach(() => {
  pool = new PoolMetrics();
  db = createDatabase({
    url: database.url,
    maxConnections: CONNECTIONS,
    poolMetrics: pool,
    applicationName: 'in-turn',
  });
});
afterEach(() => db.destroy());
afterAll(async () => {
  await elsewhere.close();
  await database.drop();
});

const lockElsewhere = (): Promise<unknown> =>
  elsewhere.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtextextended('${LOCK}', 0))`);

/** Sessions of the pool that wait for a lock. */
const waiting = async (): Promise<number> =>
  Number(
    (
      await elsewhere.query(
        `SELECT count(*) AS n FROM pg_stat_activity WHERE application_name = 'in-turn' AND wait_event_type = 'Lock'`,
      )
    )[0]?.['n'],
  );

describe('transactionInTurn', () => {
  it('runs what has the same key on one connection, one after another, no matter what the order of its keys', async () => {
    let [running, most] = [0, 0];
    const work = async (transaction: Database) => {
      running += 1;
      most = Math.max(most, running);
      await lockNow(transaction, LOCK);
      await sql`SELECT pg_sleep(0.001)`.execute(transaction);
      running -= 1;
    };
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => transactionInTurn(db, at % 2 === 0 ? ['a', 'b'] : ['b', 'a'], work)),
    );
    expect([most, pool.read().total]).toEqual([1, 1]);
  });

  it('holds no connection while another process holds the lock, and is done once that releases', async () => {
    await lockElsewhere();
    let attempts = 0;
    const done = Array.from({ length: 10 }, (_, key) =>
      transactionInTurn(db, [`key ${key}`], async (transaction) => {
        attempts += 1;
        await lockNow(transaction, LOCK);
      }),
    );
    const all = Promise.allSettled(done);
    // Each of them was refused once or more.
    while (attempts < 30) {
      expect((await sql<{ one: number }>`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
      expect(await waiting()).toBe(0);
    }
    await elsewhere.query('COMMIT');
    expect((await all).map(({ status }) => status)).toEqual(Array<string>(10).fill('fulfilled'));
  });

  it('does not run again after another failure', async () => {
    let attempts = 0;
    const work = () => {
      attempts += 1;
      return Promise.reject(new Error('of the work'));
    };
    await expect(transactionInTurn(db, ['a'], work)).rejects.toThrow('of the work');
    expect(attempts).toBe(1);
  });
});

const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' });

describe('retryTransaction', () => {
  it('runs again after a deadlock until it succeeds', async () => {
    let runs = 0;
    const result = await retryTransaction(() => {
      runs += 1;
      return runs < 3 ? Promise.reject(deadlock()) : Promise.resolve('done');
    });
    expect([result, runs]).toEqual(['done', 3]);
  });

  it('gives up after five runs, with the last error', async () => {
    let runs = 0;
    await expect(
      retryTransaction(() => {
        runs += 1;
        return Promise.reject(deadlock());
      }),
    ).rejects.toThrow('deadlock detected');
    expect(runs).toBe(5);
  });

  it('gives up on a lock that is held for too long, at once where it has waited for its turn as long', async () => {
    let runs = 0;
    const locked = () => {
      runs += 1;
      return Promise.reject(Object.assign(new Error('could not obtain lock'), { code: '55P03' }));
    };
    await expect(retryTransaction(locked, Date.now() - LOCK_PATIENCE_MS)).rejects.toThrow('could not obtain lock');
    expect(runs).toBe(1);
  });

  it('does not repeat other failures', async () => {
    let runs = 0;
    await expect(
      retryTransaction(() => {
        runs += 1;
        return Promise.reject(new Error('duplicate'));
      }),
    ).rejects.toThrow('duplicate');
    expect(runs).toBe(1);
  });
});
