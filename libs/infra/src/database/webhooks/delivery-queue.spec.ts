import { sql } from 'kysely';
import { useDatabase } from '../../../test/database.js';
import { newWebhook, UNBOUNDED } from '../../../test/webhooks.js';
import { createDatabase } from '../create-database.js';
import { newId } from '../sql/statements.js';
import { createDeliveryQueue } from './delivery-queue.repository.js';
import { createWebhooksRepository } from './webhooks.repository.js';

const database = useDatabase();

const DAY = 86_400;

/** Deliveries of a webhook from a number of days ago. */
const fill = async (webhookId: string, status: string, count: number, days: number) => {
  const at = sql`floor(extract(epoch FROM now())) - ${days * DAY}::bigint`;
  const message = sql`${days}::text || '-' || number`;
  await sql`INSERT INTO webhook_messages (message_id, type, body, created_at)
    SELECT ${message}, 'stream.claimed', '{}', ${at} FROM generate_series(1, ${count}) AS number
    ON CONFLICT DO NOTHING`.execute(database.db);
  await sql`INSERT INTO webhook_deliveries (id, webhook_id, event_id, message_id, record_id, status, created_at)
    SELECT gen_random_uuid(), ${webhookId}, ${days}::bigint * 1000000 + number, ${message}, gen_random_uuid(), ${status}, ${at}
    FROM generate_series(1, ${count}) AS number`.execute(database.db);
};

it('drops what is settled or given up, a few thousand at a time, and keeps what waits', async () => {
  const { db } = database;
  const webhooks = createWebhooksRepository(db);
  const queue = createDeliveryQueue(db);
  const register = async () => (await webhooks.insert(newWebhook(), UNBOUNDED)).id;
  const [busy, disabled, lately] = [await register(), await register(), await register()];
  for (const [id, days] of [
    [disabled, 8],
    [lately, 2],
  ] as const)
    await sql`UPDATE webhooks SET status = 'disabled', disabled_reason = 'given up', disabled_at = floor(extract(epoch FROM now())) - ${days * DAY}::bigint
      WHERE id = ${id}`.execute(db);
  await fill(busy, 'delivered', 12_000, 9);
  await fill(busy, 'delivered', 3, 1);
  for (const id of [busy, disabled, lately]) await fill(id, 'pending', 5, 10);
  await sql`CREATE TABLE removals (count bigint)`.execute(db);
  await sql`CREATE FUNCTION note_removal() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO removals SELECT count(*) FROM removed; RETURN NULL; END $$`.execute(db);
  await sql`CREATE TRIGGER noted_removal AFTER DELETE ON webhook_deliveries REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION note_removal()`.execute(db);
  const left = async (id: string) => (await webhooks.deliveriesOf(id, undefined, 100)).map(({ status }) => status);
  await queue.dropBefore(Math.floor(Date.now() / 1_000) - 7 * DAY);
  expect((await left(busy)).sort()).toEqual([
    ...Array<string>(3).fill('delivered'),
    ...Array<string>(5).fill('pending'),
  ]);
  expect([await left(disabled), (await left(lately)).length]).toEqual([[], 5]);
  // A message goes with the last delivery of it.
  const { rows: messages } = await sql<{
    messageId: string;
  }>`SELECT message_id FROM webhook_messages ORDER BY 1`.execute(db);
  expect(messages.map(({ messageId }) => messageId)).toEqual(
    ['1-1', '1-2', '1-3', '10-1', '10-2', '10-3', '10-4', '10-5'].sort(),
  );
  await fill(busy, 'pending', 12_000, 3);
  await webhooks.remove(busy);
  expect(await webhooks.find(busy)).toBeUndefined();
  const { rows } = await sql<{
    most: number;
    all: number;
  }>`SELECT max(count) AS most, sum(count)::bigint AS all FROM removals`.execute(db);
  expect(rows[0]).toEqual({ most: 5_000, all: 24_013 });
});

it('deliveries to many webhooks are added by few statements, in their order, of each record only the first due', async () => {
  const { db } = database;
  const webhooks = createWebhooksRepository(db);
  const queue = createDeliveryQueue(db);
  const ids = await Promise.all(
    Array.from({ length: 30 }, async () => (await webhooks.insert(newWebhook(), UNBOUNDED)).id),
  );
  await sql`CREATE TABLE inserts (at timestamptz DEFAULT clock_timestamp())`.execute(db);
  await sql`CREATE FUNCTION note_insert() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO inserts DEFAULT VALUES; RETURN NULL; END $$`.execute(db);
  await sql`CREATE TRIGGER noted AFTER INSERT ON webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION note_insert()`.execute(
    db,
  );
  const records = [newId(), newId()];
  const events = Array.from({ length: 50 }, (_, index) => ({
    eventId: index + 1,
    messageId: `evt_${index}`,
    recordId: records[index % 2] ?? null,
    type: 'stream.claimed',
    body: `{"number":${index}}`,
  }));
  const deliveries = events.flatMap((event) => ids.map((webhookId) => ({ webhookId, ...event })));
  await queue.dispatch(deliveries, 50);
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM inserts`.execute(db);
  expect(rows[0]?.count).toBe(2);
  // A second process that does the same changes nothing.
  await queue.dispatch(deliveries, 50);
  for (const id of ids.slice(0, 3)) {
    const all = (await webhooks.deliveriesOf(id, undefined, 100)).toReversed();
    expect(all.map(({ eventId, body }) => [eventId, body])).toEqual(events.map(({ eventId, body }) => [eventId, body]));
    expect(all.flatMap(({ nextAttemptAt, messageId }) => (nextAttemptAt === null ? [] : messageId))).toEqual([
      'evt_0',
      'evt_1',
    ]);
  }
});

it('an event is stored once, however many webhooks it goes to', async () => {
  const { db } = database;
  const webhooks = createWebhooksRepository(db);
  const queue = createDeliveryQueue(db);
  const ids = await Promise.all(
    Array.from({ length: 100 }, async () => (await webhooks.insert(newWebhook(), UNBOUNDED)).id),
  );
  const body = JSON.stringify({ text: 'x'.repeat(2_000) });
  const event = { eventId: 7_000_001, messageId: 'evt_once', recordId: newId(), type: 'stream.created', body };
  const sizeOf = async () => {
    const { rows } = await sql<{ bytes: number }>`SELECT
      (SELECT sum(pg_column_size(m.*)) FROM webhook_messages AS m WHERE message_id = 'evt_once') +
      (SELECT sum(pg_column_size(d.*)) FROM webhook_deliveries AS d WHERE message_id = 'evt_once') AS bytes`.execute(
      db,
    );
    return rows[0]?.bytes ?? Infinity;
  };
  // At the same time from two processes.
  const deliveries = ids.map((webhookId) => ({ webhookId, ...event }));
  await Promise.all([queue.dispatch(deliveries, 7_000_001), queue.dispatch(deliveries, 7_000_001)]);
  expect(await sizeOf()).toBeLessThan(100 * 250 + 2_500);
  for (const id of ids)
    expect(await webhooks.deliveriesOf(id, undefined, 9)).toMatchObject([{ body, type: event.type }]);
});

it('webhooks are found by the record, the party, or everything they ask for, along indexes, and active ones only', async () => {
  // One connection, whose statistics can be read at once.
  const db = createDatabase({ url: database.url, maxConnections: 1 });
  const webhooks = createWebhooksRepository(db);
  const queue = createDeliveryQueue(db);
  const [record, party] = [newId(), 'ab'.repeat(20)];
  const register = async (asked: object) => (await webhooks.insert({ ...newWebhook(), ...asked }, UNBOUNDED)).id;
  const everything = await register({});
  const ofRecord = await register({ recordId: record });
  const ofParty = await register({ address: 'bchtest:party', partyHash: party });
  const ofBoth = await register({ recordId: record, address: 'bchtest:party', partyHash: party });
  const ofAnother = await register({ recordId: newId() });
  const disabled = await register({ recordId: record });
  await sql`UPDATE webhooks SET status = 'disabled', disabled_reason = 'x', disabled_at = 1 WHERE id = ${disabled}`.execute(
    db,
  );
  const found = async (recordIds: readonly string[], partyHashes: readonly string[]) => {
    const mine = new Set([everything, ofRecord, ofParty, ofBoth, ofAnother, disabled]);
    return (await queue.listening({ recordIds, partyHashes })).map(({ id }) => id).filter((id) => mine.has(id));
  };
  expect((await found([record], [])).sort()).toEqual([everything, ofRecord, ofBoth].sort());
  expect((await found([], [party])).sort()).toEqual([everything, ofParty].sort());
  expect(await found([newId()], ['cd'.repeat(20)])).toEqual([everything]);
  // Of ten thousand of other records and parties none is looked at.
  await sql`INSERT INTO webhooks (id, owner, owner_hash, url, secret, after_event, record_id, party_hash)
    SELECT gen_random_uuid(), 'o', 'o', 'u', 's', 0, CASE number % 2 WHEN 0 THEN gen_random_uuid() END, CASE number % 2 WHEN 1 THEN number::text END
    FROM generate_series(1, 10000) AS number`.execute(db);
  await sql`ANALYZE webhooks`.execute(db);
  const scanned = async () => {
    await sql`SELECT pg_stat_force_next_flush()`.execute(db);
    const { rows } = await sql<{
      rows: number;
    }>`SELECT seq_tup_read AS rows FROM pg_stat_user_tables WHERE relname = 'webhooks'`.execute(db);
    return rows[0]?.rows;
  };
  const before = await scanned();
  await queue.listening({ recordIds: [record], partyHashes: [party] });
  expect(await scanned()).toEqual(before);
  await db.destroy();
});
