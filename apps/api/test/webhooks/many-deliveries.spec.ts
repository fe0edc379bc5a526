import { sql } from 'kysely';
import { createLogger } from '@weir/http';
import {
  createDatabase,
  createDeliveryQueue,
  createPublishedEventsRepository,
  createWebhooksRepository,
} from '@weir/infra';
import { createWebhookSender } from '@weir/services';
import { deferred } from '@weir/testing';
import { useFixture } from '../support/fixture.js';
import { startReceiver } from '../support/webhook-receiver.js';

const DELIVERIES = 40;
/** Longer than the test may take. */
const NEVER_MS = 600_000;

const fixture = useFixture();

describe('many deliveries to one receiver', () => {
  it('follow each other as its answers come, without a pause in between', async () => {
    const { databaseUrl } = fixture.config;
    const database = createDatabase({ url: databaseUrl });
    const receiver = await startReceiver();
    const { rows } = await sql<{ id: string }>`
      INSERT INTO webhooks (id, owner, owner_hash, url, secret, after_event)
      VALUES (gen_random_uuid(), 'nobody', 'none', ${receiver.url}, 'whsec_AAAA', 0) RETURNING id`.execute(database);
    const webhooks = createWebhooksRepository(database);
    for (let count = 0; count < DELIVERIES; count += 1)
      await webhooks.addTest(rows[0]?.id ?? '', `test_${count}`, 'webhook.test', '{}');
    const queue = createDeliveryQueue(database);
    let settled = 0;
    let oneSettles = deferred();
    const sender = createWebhookSender({
      // A look at the queue ends after the attempt that it shows as due.
      queue: {
        ...queue,
        async due(perWebhook) {
          const due = await queue.due(perWebhook);
          if (receiver.received.length > settled) await oneSettles.promise;
          return due;
        },
        async settle(delivery, outcome) {
          await queue.settle(delivery, outcome);
          settled += 1;
          oneSettles.resolve();
          oneSettles = deferred();
        },
      },
      events: createPublishedEventsRepository(database),
      network: 'devnet',
      present: (event) => event,
      databaseUrl,
      idSecret: () => Promise.resolve('s'.repeat(32)),
      allowPrivate: true,
      keptSeconds: NEVER_MS,
      log: createLogger('silent'),
      now: () => Math.floor(Date.now() / 1_000),
      pollMs: NEVER_MS,
    });
    const received = await receiver.until(DELIVERIES);
    await sender.stop();
    expect(new Set(received.map(({ id }) => id)).size).toBe(DELIVERIES);
    receiver.close();
    await database.destroy();
  });
});
