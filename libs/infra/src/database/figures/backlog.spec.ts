import { sql } from 'kysely';
import { fundedLanes, newCampaign } from '../../../test/campaigns.js';
import { useDatabase } from '../../../test/database.js';
import { fund, newStream, randomHex } from '../../../test/streams.js';
import { newWebhook, UNBOUNDED } from '../../../test/webhooks.js';
import { createAirdropsRepository } from '../airdrops/airdrops.repository.js';
import { createPublishedEventsRepository } from '../outbox/published-events.repository.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { createDeliveryQueue } from '../webhooks/delivery-queue.repository.js';
import { createWebhooksRepository } from '../webhooks/webhooks.repository.js';
import { readBacklog } from './backlog.js';

const database = useDatabase();

describe('what waits', () => {
  it('is nothing at first', async () => {
    expect(await readBacklog(database.db, 100)).toEqual({
      endsDue: 0,
      unpublishedEvents: 0,
      oldestUnpublishedSeconds: 0,
      undispatchedEvents: 0,
      deliveriesDue: 0,
      oldestDeliverySeconds: 0,
      mailsDue: 0,
      oldestMailSeconds: 0,
      mailsDeferred: 0,
      claimsByLane: {},
    });
  });

  it('are events nobody published, with their age', async () => {
    const { db } = database;
    const streams = createStreamsRepository(db);
    const stored = await streams.insert(newStream());
    await streams.withStream(stored.id, (scope) => fund(scope, randomHex(32), 3));
    await sql`UPDATE outbox SET created_at = created_at - 60`.execute(db);
    const { unpublishedEvents, oldestUnpublishedSeconds } = await readBacklog(db, 100);
    expect(unpublishedEvents).toBeGreaterThan(0);
    expect(oldestUnpublishedSeconds).toBeGreaterThanOrEqual(60);
  });

  it('are published events without deliveries, no matter what their positions are', async () => {
    const { db } = database;
    await createPublishedEventsRepository(db).publish();
    await sql`UPDATE webhook_progress SET dispatched_through = (SELECT max(id) FROM published_events)`.execute(db);
    expect((await readBacklog(db, 100)).undispatchedEvents).toBe(0);
    // As after a failover, which leaves out billions.
    await sql`SELECT setval('published_events_id_seq', ${2n ** 33n}::bigint)`.execute(db);
    await createStreamsRepository(db).insert(newStream());
    await createPublishedEventsRepository(db).publish();
    expect((await readBacklog(db, 100)).undispatchedEvents).toBe(1);
  });

  it('are deliveries to webhooks that answer, not those that wait for their receivers', async () => {
    const { db } = database;
    const webhooks = createWebhooksRepository(db);
    const queue = createDeliveryQueue(db);
    const register = async () => {
      const webhook = await webhooks.insert(newWebhook(), UNBOUNDED);
      await webhooks.addTest(webhook.id, `test_${webhook.id}`, 'webhook.test', '{}');
      return webhook;
    };
    await register();
    for (const disable of [null, 'given up']) {
      const { id } = await register();
      await webhooks.addTest(id, `another_${id}`, 'webhook.test', '{}');
      const [first] = (await queue.due(4)).filter(({ webhookId }) => webhookId === id);
      if (first === undefined) throw new Error('Nothing is due');
      const failure = { responseStatus: 500, error: 'Answered 500', pause: 5, rest: 5, disable };
      await queue.settle(first, { ...failure, status: disable === null ? 'pending' : 'failed' });
    }
    await sql`UPDATE webhook_deliveries SET next_attempt_at = next_attempt_at - 600 WHERE next_attempt_at IS NOT NULL`.execute(
      db,
    );
    expect(await readBacklog(db, 100)).toMatchObject({ deliveriesDue: 1 });
    await sql`UPDATE webhooks SET failures = 1`.execute(db);
    expect(await readBacklog(db, 100)).toMatchObject({ deliveriesDue: 0, oldestDeliverySeconds: 0 });
  });

  it('counts claims of active campaigns by groups of lanes', async () => {
    const { db } = database;
    const airdrops = createAirdropsRepository(db);
    const { id } = await airdrops.insert(newCampaign());
    await airdrops.withCampaign(id, (scope) => scope.activate(fundedLanes()));
    await sql`UPDATE airdrop_lanes SET claims = 1 WHERE campaign_id = ${id} AND lane = 0`.execute(db);
    expect((await readBacklog(db, 100)).claimsByLane).toMatchObject({ '0': 1 });
  });
});
