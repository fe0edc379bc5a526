import { sql } from 'kysely';
import { createMigratedDatabase, type MigratedDatabase } from '../../../test/database.js';
import { newWebhook } from '../../../test/webhooks.js';
import { newId } from '../new-id.js';
import { createDeliveryQueue } from './delivery-queue.repository.js';
import { createWebhooksRepository } from './webhooks.repository.js';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(() => database.drop());

it('deliveries to many webhooks are added by few statements, in their order, of each record only the first due', async () => {
  const { db } = database;
  const webhooks = createWebhooksRepository(db);
  const queue = createDeliveryQueue(db);
  const ids = await Promise.all(
    Array.from({ length: 30 }, async () => (await webhooks.insert(newWebhook(), 1))?.id ?? ''),
  );
  await sql`CREATE TABLE inserts (at timestamptz DEFAULT clock_timestamp())`.execute(db);
  await sql`CREATE FUNCTION note_insert() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN INSERT INTO inserts DEFAULT VALUES; RETURN NULL; END $$`.execute(db);
  await sql`CREATE TRIGGER noted AFTER INSERT ON webhook_deliveries FOR EACH STATEMENT EXECUTE FUNCTION note_insert()`.execute(
    db,
  );
  const records = [newId(), newId()];
  const events = Array.from({ length: 50 }, (_, index) => ({
    eventId: BigInt(index + 1),
    messageId: `evt_${index}`,
    recordId: records[index % 2] ?? null,
    type: 'stream.claimed',
    body: `{"number":${index}}`,
  }));
  const deliveries = events.flatMap((event) => ids.map((webhookId) => ({ webhookId, ...event })));
  await queue.dispatch(deliveries, 50n);
  const { rows } = await sql<{ count: bigint }>`SELECT count(*) AS count FROM inserts`.execute(db);
  expect(rows[0]?.count).toBe(2n);
  // A second process that does the same changes nothing.
  await queue.dispatch(deliveries, 50n);
  for (const id of ids.slice(0, 3)) {
    const all = (await webhooks.deliveriesOf(id, undefined, 100)).toReversed();
    expect(all.map(({ eventId, body }) => [eventId, body])).toEqual(events.map(({ eventId, body }) => [eventId, body]));
    expect(all.flatMap(({ nextAttemptAt, messageId }) => (nextAttemptAt === null ? [] : messageId))).toEqual([
      'evt_0',
      'evt_1',
    ]);
  }
});
