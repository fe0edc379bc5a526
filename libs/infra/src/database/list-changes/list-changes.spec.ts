import { setImmediate } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { startPostgres, type PostgresServer } from '@weir/testing/postgres';
import { makeRecord } from '../../../test/activities.js';
import { newCampaign } from '../../../test/campaigns.js';
import { fund, newPayment, newStream, randomHex } from '../../../test/streams.js';
import { newVault } from '../../../test/vaults.js';
import { createAirdropsRepository } from '../airdrops/airdrops.repository.js';
import { createDatabase, type Database } from '../create-database.js';
import type { Tables } from '../generated/tables.js';
import { migrateToLatest } from '../migrate.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { createVaultsRepository } from '../vaults/vaults.repository.js';
import {
  clearListChanges,
  readHorizon,
  createListChanges,
  AIRDROP_TOPIC,
  creatorTopic,
  partyTopic,
  productTopic,
  PROPOSAL_TOPIC,
  TOKEN_TOPIC,
} from './list-changes.js';

/** Of its own: what runs in other databases of a server holds back what counts as seen there. */
let server: PostgresServer;
/** Connections of another process. */
let other: Database;
let db: Database;
beforeAll(async () => {
  server = await startPostgres();
  db = createDatabase({ url: server.url, maxConnections: 20 });
  await migrateToLatest(db);
  other = createDatabase({ url: server.url });
});
afterAll(async () => {
  await other.destroy();
  await db.destroy();
  await server.stop();
});

const PRODUCTS = [productTopic('stream'), productTopic('payment'), AIRDROP_TOPIC, PROPOSAL_TOPIC, TOKEN_TOPIC];

/** Which of some topics a piece of work changes, as another process sees it. */
const changedBy = async (topics: readonly string[], work: () => Promise<unknown>): Promise<string[]> => {
  const changes = createListChanges(other);
  const name = () => Promise.all(topics.map((topic) => changes.nameOf([topic])));
  const before = await name();
  await work();
  const after = await name();
  return topics.filter((_, index) => before[index] !== after[index]);
};

const touch = (id: string, on: Kysely<Tables> = db) =>
  on
    .updateTable('streams')
    .set({ withdrawnAmount: sql<bigint>`withdrawn_amount + 1` })
    .where('id', '=', id)
    .execute();

/** A stream that pays out. */
const activeStream = async (senderHash = randomHex(20), recipientHash = randomHex(20)): Promise<string> => {
  const streams = createStreamsRepository(db);
  const { id } = await streams.insert(newStream({ senderHash, recipientHash }));
  await streams.withStream(id, (scope) => fund(scope));
  return id;
};

describe('what a write changes of lists', () => {
  const [a, b, c] = [randomHex(20), randomHex(20), randomHex(20)];
  const parties = [a, b, c].map((key) => partyTopic('stream', key));
  const topics = [...PRODUCTS, ...parties];

  it('are those of its parties and of all of its product, no matter what it does', async () => {
    const expected = [productTopic('stream'), partyTopic('stream', a), partyTopic('stream', b)];
    let id = '';
    expect(await changedBy(topics, async () => (id = await activeStream(a, b)))).toEqual(expected);
    expect(await changedBy(topics, () => touch(id))).toEqual(expected);
    const removal = () => db.deleteFrom('streams').where('id', '=', id).execute();
    expect(await changedBy(topics, removal)).toEqual(expected);
    expect(await changedBy(topics, removal)).toEqual([]);
    const payment = newPayment({ senderHash: c, recipientHash: a });
    expect(await changedBy(topics, () => createStreamsRepository(db).insert(payment))).toEqual([
      productTopic('payment'),
    ]);
  });

  it('are those of its creator for a campaign and its lanes, and none for what no list shows', async () => {
    const creatorHash = randomHex(20);
    const own = [...PRODUCTS, creatorTopic(creatorHash), creatorTopic(a)];
    const expected = [AIRDROP_TOPIC, creatorTopic(creatorHash)];
    const airdrops = createAirdropsRepository(db);
    let id = '';
    expect(await changedBy(own, async () => ({ id } = await airdrops.insert(newCampaign({ creatorHash }))))).toEqual(
      expected,
    );
    const lane = () =>
      db.insertInto('airdropLanes').values({ campaignId: id, lane: 0, claimsDue: 2, claims: 0 }).execute();
    expect(await changedBy(own, lane)).toEqual(expected);
    expect(await changedBy(own, () => createVaultsRepository(db).insert(newVault()))).toEqual([]);
  });

  it('are proposals of public vaults alone, and names of tokens where one is shown', async () => {
    const vaults = createVaultsRepository(db);
    const asset = { tokenType: 'BCH', tokenCategory: null } as const;
    for (const isPublic of [true, false]) {
      const vault = await vaults.insert(newVault({ isPublic }));
      const propose = () =>
        makeRecord(db, { ...asset, activity: 'TREASURY', status: 'PENDING', amount: 1_000n }, vault.id);
      expect(await changedBy(PRODUCTS, propose)).toEqual(isPublic ? [PROPOSAL_TOPIC] : []);
    }
    const category = randomHex(32);
    const ask = () => sql`INSERT INTO tokens (category, queued_at, due_at) VALUES (${category}, 1, 1)`.execute(db);
    expect(await changedBy(PRODUCTS, ask)).toEqual([]);
    const queue = () => sql`UPDATE tokens SET due_at = due_at + 1 WHERE category = ${category}`.execute(db);
    expect(await changedBy(PRODUCTS, queue)).toEqual([]);
    const name = () =>
      sql`UPDATE tokens SET symbol = 'WEIR', shown_hash = 'aa' WHERE category = ${category}`.execute(db);
    expect(await changedBy(PRODUCTS, name)).toEqual([TOKEN_TOPIC]);
  });

  it('returns all topics if a statement touches too many', async () => {
    const many = () =>
      sql`INSERT INTO list_changes (topics) SELECT ARRAY['stream'] FROM generate_series(1, 2000)`.execute(db);
    expect(await changedBy(topics, many)).toEqual(topics);
    const everything = () => sql`INSERT INTO list_changes (topics) VALUES (ARRAY['*'])`.execute(db);
    expect(await changedBy(topics, everything)).toEqual(topics);
  });
});

describe('when a change is seen', () => {
  it('is when its transaction ends, no matter which began first', async () => {
    const [early, late] = [await activeStream(), await activeStream()];
    const changes = createListChanges(other);
    const name = () => changes.nameOf([productTopic('stream')]);
    const before = await name();
    await db.transaction().execute(async (open) => {
      await touch(early, open);
      expect(await name()).toBe(before);
      // Gets a later number, ends before, and is looked at in between.
      await touch(late);
      const between = await name();
      expect(between).not.toBe(before);
      expect(await name()).toBe(between);
      await sql`DELETE FROM list_changes WHERE false`.execute(open);
    });
    const after = await name();
    await touch(late);
    expect(new Set([before, after, await name()]).size).toBe(3);
  });

  it('is missed by nobody who looks after it was removed, and spoils nothing for anybody who has seen it', async () => {
    const [seen, asleep] = [createListChanges(other), createListChanges(other)];
    const topic = [productTopic('stream')];
    const id = await activeStream();
    await asleep.nameOf(topic);
    const before = await asleep.nameOf(topic);
    await touch(id);
    const name = await seen.nameOf(topic);
    await clearListChanges(db, await readHorizon(db));
    expect(await seen.nameOf(topic)).toBe(name);
    expect(await asleep.nameOf(topic)).not.toBe(before);
    expect((await sql`SELECT FROM list_changes`.execute(db)).rows).toEqual([]);
  });

  it('is never later than what is read, with writers at once in two processes', async () => {
    const ids = await Promise.all(Array.from({ length: 4 }, () => activeStream()));
    const parties = await db.selectFrom('streams').select(['id', 'senderHash']).where('id', 'in', ids).execute();
    const read = async (on: Database, id: string) =>
      (await on.selectFrom('streams').select('withdrawnAmount').where('id', '=', id).executeTakeFirstOrThrow())
        .withdrawnAmount;
    let writing = true;
    const write = async (on: Database, mine: readonly string[], turn: number): Promise<void> => {
      for (let round = 0; round < 60; round += 1) {
        const order = round % 2 === turn ? mine : [...mine].reverse();
        await on.transaction().execute(async (open) => {
          for (const id of order.slice(0, 1 + (round % 2))) await touch(id, open);
          if (round % 3 === 0) await setImmediate();
        });
      }
    };
    const follow = async (on: Database): Promise<{ readonly given: number; readonly read: number }> => {
      const changes = createListChanges(on);
      const kept = new Map<string, { readonly name: string; readonly value: bigint }>();
      const counted = { given: 0, read: 0 };
      while (writing) {
        for (const { id, senderHash: sender } of parties) {
          const newest = await read(db, id);
          const name = await changes.nameOf([partyTopic('stream', sender)]);
          const found = kept.get(id);
          if (found?.name === name) {
            counted.given += 1;
            expect(found.value).toBeGreaterThanOrEqual(newest);
          } else {
            counted.read += 1;
            kept.set(id, { name, value: await read(on, id) });
          }
        }
      }
      return counted;
    };
    const followers = [follow(db), follow(other), follow(other)];
    // Each pair of rows has its own writers, so that nobody waits in a circle.
    await Promise.all([write(db, ids.slice(0, 1), 0), write(other, ids.slice(0, 1), 1), write(db, ids.slice(1, 3), 0)]);
    writing = false;
    for (const counted of await Promise.all(followers)) {
      // The last row was written by nobody: it was read once.
      expect(counted.given).toBeGreaterThan(0);
      expect(counted.read).toBeGreaterThan(0);
    }
  });

  it('says so when the database is away, and asks again next time', async () => {
    const away = createDatabase({ url: 'postgres://127.0.0.1:9/none', connectionTimeoutMs: 500 });
    const changes = createListChanges(away);
    const answers = await Promise.allSettled([changes.nameOf([]), changes.nameOf([]), changes.nameOf([])]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    await expect(changes.nameOf([])).rejects.toMatchObject({ name: 'DatabaseUnavailableError' });
    await away.destroy();
  });
});
