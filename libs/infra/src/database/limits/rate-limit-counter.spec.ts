import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { eventually } from '@weir/testing';
import { useDatabase } from '../../../test/database.js';
import { createDatabase } from '../create-database.js';
import { clearCounts, createRateLimitCounter } from './rate-limit-counter.js';

const HOUR = 3_600_000;

const database = useDatabase();

describe('a rate limit counter', () => {
  it('gives each request its own number, over replicas that count at once', async () => {
    const other = createDatabase({ url: database.url });
    const counters = [createRateLimitCounter(database.db, HOUR), createRateLimitCounter(other, HOUR)];
    const keys = ['192.0.2.1', '192.0.2.2', '2001:db8::'];
    const hits = Array.from({ length: 600 }, async (_, index) => {
      const key = keys[index % 3] ?? '';
      const counted = await counters[index % 2]?.hit(key);
      return { key, counted };
    });
    const all = await Promise.all(hits);
    for (const key of keys) {
      const numbers = all.filter((hit) => hit.key === key).map(({ counted }) => counted?.hits ?? 0);
      expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1));
    }
    for (const { counted } of all) expect(counted?.msLeft).toBeGreaterThan(0);
    await other.destroy();
  });

  it('starts over with each window', async () => {
    const counter = createRateLimitCounter(database.db, 200);
    // The window turns at some point within: after twice its length at least once.
    const first = await counter.hit('turning');
    expect(first.msLeft).toBeLessThanOrEqual(200);
    await counter.hit('turning');
    await sleep(450);
    expect((await counter.hit('turning')).hits).toBe(1);
  });

  it('fails each time while the database is unavailable', async () => {
    const away = createDatabase({ url: 'postgres://127.0.0.1:9/none', connectionTimeoutMs: 500 });
    const counter = createRateLimitCounter(away, HOUR);
    for (const key of ['x', 'y'])
      await expect(counter.hit(key)).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    await away.destroy();
  });

  it('deletes only windows that are over', async () => {
    await createRateLimitCounter(database.db, 1).hit('over');
    await createRateLimitCounter(database.db, HOUR).hit('running');
    await sleep(5);
    await clearCounts(database.db);
    const keys = (await sql<{ key: string }>`SELECT key FROM rate_limits`.execute(database.db)).rows.map(
      ({ key }) => key,
    );
    expect(keys).toContain('running');
    expect(keys).not.toContain('over');
  });

  it('deletes old windows by itself', async () => {
    const counter = createRateLimitCounter(database.db, 20);
    await counter.hit('short-lived');
    await sleep(50);
    await counter.hit('visitor');
    const names = async () =>
      (await sql<{ key: string }>`SELECT key FROM rate_limits`.execute(database.db)).rows.map(({ key }) => key);
    await eventually(async () => expect(await names()).not.toContain('short-lived'));
  });
});
