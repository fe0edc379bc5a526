import { sql } from 'kysely';
import { fundedLanes, newCampaign } from '../../../test/campaigns.js';
import { createMigratedDatabase, type MigratedDatabase } from '../../../test/database.js';
import { fund, newStream, randomHex } from '../../../test/streams.js';
import { createAirdropsRepository } from '../airdrops/airdrops.repository.js';
import { createStreamsRepository } from '../streams/streams.repository.js';
import { readBacklog } from './backlog.js';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase();
});
afterAll(() => database.drop());

describe('what waits', () => {
  it('is nothing at first', async () => {
    expect(await readBacklog(database.db, 100)).toEqual({
      endsDue: 0,
      unpublishedEvents: 0,
      oldestUnpublishedSeconds: 0,
      undispatchedEvents: 0,
      deliveriesDue: 0,
      oldestDeliverySeconds: 0,
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

  it('counts claims of active campaigns by groups of lanes', async () => {
    const { db } = database;
    const airdrops = createAirdropsRepository(db);
    const { id } = await airdrops.insert(newCampaign());
    await airdrops.withCampaign(id, (scope) => scope.activate(fundedLanes()));
    await sql`UPDATE airdrop_lanes SET claims = 1 WHERE campaign_id = ${id} AND lane = 0`.execute(db);
    expect((await readBacklog(db, 100)).claimsByLane).toMatchObject({ '0': 1 });
  });
});
