import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { eventually } from '@weir/testing';
import { startFreezingProxy } from '@weir/testing/postgres';
import { createMigratedDatabase, type MigratedDatabase } from '../../../test/database.js';
import { advance, fund, newStream } from '../../../test/streams.js';
import { createDatabase, type Database } from '../create-database.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { listenToOutbox } from './outbox-listener.js';
import { type PublishedEvent, createPublishedEventsRepository } from './published-events.repository.js';

let database: MigratedDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());

/** Reads on from what was read last, as every follower does. */
const follower = (db: Database) => {
  const events = createPublishedEventsRepository(db);
  const seen: PublishedEvent[] = [];
  const read = async (): Promise<number> => {
    const page = await events.scan({ after: seen.at(-1)?.position ?? 0, limit: 7 });
    seen.push(...page);
    return page.length;
  };
  return { seen, read };
};

describe('publishing', () => {
  it('loses nothing of a transaction that commits after one that began later', async () => {
    const streams = createStreamsRepository(database.db);
    const events = createPublishedEventsRepository(database.db);
    const slow = await streams.insert(newStream());
    let quick = await streams.insert(newStream());
    // Records are counted in sixteen rows, by the last digit of their ids: two in one row wait for each other.
    while (quick.id.at(-1) === slow.id.at(-1)) quick = await streams.insert(newStream());
    await events.publish();
    const { seen, read } = follower(database.db);
    while ((await read()) > 0);
    const before = seen.length;
    const commit = new AbortController();
    const written = new AbortController();
    const late = streams.withStream(slow.id, async (scope) => {
      await fund(scope);
      written.abort();
      if (!commit.signal.aborted) await once(commit.signal, 'abort');
    });
    try {
      await Promise.race([once(written.signal, 'abort'), late]);
      await streams.withStream(quick.id, (scope) => fund(scope));
      await events.publish();
      await read();
      expect(seen.map(({ recordId, kind }) => `${kind} ${recordId}`).slice(before)).toEqual([`funded ${quick.id}`]);
    } finally {
      // Everything that failed before: who closes a pool waits for all that is held of it, and would wait for ever.
      commit.abort();
      await late;
    }
    await events.publish();
    await read();
    expect(seen.map(({ recordId, kind }) => `${kind} ${recordId}`).slice(before)).toEqual([
      `funded ${quick.id}`,
      `funded ${slow.id}`,
    ]);
  });

  it('gives every follower each event once and those of a record in order, while many write and several publish', async () => {
    const WRITERS = 12;
    const STEPS = 15;
    const replicas = Array.from({ length: 3 }, () => createDatabase({ url: database.url, maxConnections: 6 }));
    const followers = replicas.map(follower);
    let isDone = false;
    const publishing = replicas.map(async (db, index) => {
      const events = createPublishedEventsRepository(db);
      while (!isDone) {
        await events.publish();
        await sleep(index);
      }
    });
    const reading = followers.map(async ({ read }) => {
      while (!isDone) if ((await read()) === 0) await sleep(1);
    });
    const streams = createStreamsRepository(database.db);
    const shared = await streams.insert(newStream({ totalAmount: 1_000_000n }));
    await streams.withStream(shared.id, (scope) => fund(scope));
    const step = (id: string) =>
      streams.withStream(id, async (scope) => {
        await advance(scope, { paidToRecipient: 1n }, { withdrawnAmount: scope.stream.withdrawnAmount + 1n });
        // Commits come in another order than the numbers were drawn in.
        await sleep(Math.random() * 8);
      });
    const writing = Array.from({ length: WRITERS }, async () => {
      const own = await streams.insert(newStream({ totalAmount: 1_000_000n }));
      await streams.withStream(own.id, (scope) => fund(scope));
      for (let done = 0; done < STEPS; done += 1) await step(done % 5 === 0 ? shared.id : own.id);
    });
    await Promise.all(writing);
    const events = createPublishedEventsRepository(database.db);
    await events.publish();
    isDone = true;
    await Promise.all([...publishing, ...reading]);

    const all = 2 * (WRITERS + 1) + WRITERS * STEPS;
    for (const { seen, read } of followers) {
      while ((await read()) > 0);
      expect(seen).toHaveLength(all);
      const positions = seen.map(({ position }) => position);
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => (a < b ? -1 : 1)));
      const byRecord = groupByRecord(seen);
      for (const [, published] of byRecord) {
        expect(published.slice(0, 2).map(({ kind }) => kind)).toEqual(['created', 'funded']);
        expect(published.slice(1).map(({ figures }) => Number(figures['withdrawnAmount']))).toEqual(
          published.slice(1).map((_, index) => index),
        );
      }
    }
    await Promise.all(replicas.map((db) => db.destroy()));
  });

  it('notifies listeners of the outbox and of the log', async () => {
    let woken = 0;
    const listener = listenToOutbox({ url: database.url, onWakeUp: () => (woken += 1) });
    const until = (count: number) => eventually(() => expect(woken).toBe(count));
    await until(1);
    await createStreamsRepository(database.db).insert(newStream());
    await until(2);
    expect(await createPublishedEventsRepository(database.db).publish()).toBe(1);
    await until(3);
    await listener.stop();
  });

  it('stops listening to a server that is cut off without a word', async () => {
    const proxy = await startFreezingProxy(database.url);
    const woken = new AbortController();
    const listener = listenToOutbox({ url: proxy.url, onWakeUp: () => woken.abort() });
    if (!woken.signal.aborted) await once(woken.signal, 'abort');
    proxy.freeze();
    // The server never closes its end: who waited for that would wait as long as the kernel does.
    await listener.stop();
    proxy.close();
  });

  it('gives no position of an event that a failover lost to another one', async () => {
    const { db } = database;
    const events = createPublishedEventsRepository(db);
    const streams = createStreamsRepository(db);
    const publish = async (): Promise<number> => {
      await streams.insert(newStream());
      await events.publish();
      return events.lastPosition();
    };
    await publish();
    const lost = await publish();
    // As on a standby that is promoted before it has received the last event.
    await sql`DELETE FROM published_events WHERE id = ${lost}`.execute(db);
    await sql`SELECT setval('published_events_id_seq', ${lost - 1}::bigint)`.execute(db);
    await sql`UPDATE published_events_kept SET timeline = timeline + 1`.execute(db);
    const next = await publish();
    expect(next).toBeGreaterThan(lost + 2 ** 31);
    expect(await publish()).toBe(next + 1);
  });

  it('deletes old events and returns the last deleted position', async () => {
    const events = createPublishedEventsRepository(database.db);
    const streams = createStreamsRepository(database.db);
    await streams.insert(newStream());
    await events.publish();
    const first = await events.lastPosition();
    expect([first > 0, await events.droppedThrough()]).toEqual([true, 0]);
    const now = Math.floor(Date.now() / 1_000);
    expect(await events.dropBefore(now - 60)).toBe(0);
    expect(await events.dropBefore(now + 60)).toBe(1);
    expect([await events.droppedThrough(), await events.lastPosition()]).toEqual([first, first]);
    expect(await events.scan({ after: 0, limit: 9 })).toEqual([]);
  });
});

const groupByRecord = (seen: readonly PublishedEvent[]): ReadonlyMap<string, PublishedEvent[]> => {
  const groups = new Map<string, PublishedEvent[]>();
  for (const event of seen) groups.set(event.recordId, [...(groups.get(event.recordId) ?? []), event]);
  return groups;
};
