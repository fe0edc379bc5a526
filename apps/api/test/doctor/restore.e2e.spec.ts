import { sql } from 'kysely';
import { createDatabase, createPublishedEventsRepository } from '@weir/infra';
import { payAirdropClaim } from '../support/airdrop-scenario.js';
import { useCurrencyFixture } from '../support/currency-scenario.js';
import { COIN, payClaim } from '../support/stream-scenario.js';
import { carryOut, propose } from '../support/vault-scenario.js';
import { copyDatabase, type DatabaseCopy } from './support/copy-database.js';
import { dump } from './support/dump.js';
import { findAndRepair } from './support/find-and-repair.js';
import { DEAD_OUTBOX } from './support/injected-faults/events.js';
import { createWorld, openSurgery, type Surgery, type World } from './support/world.js';

const fixture = useCurrencyFixture();
let world: World;
let restored: DatabaseCopy;
let later: Surgery;
afterAll(async () => {
  await later.close();
  await restored.drop();
});

describe('a dump that is restored', () => {
  it('holds every record, and the doctor brings it up to what happened on the chain since', async () => {
    world = await createWorld(fixture);
    const surgery = await openSurgery(fixture);
    await surgery.run(true);
    restored = await copyDatabase(fixture.config.databaseUrl);
    if (restored.by === 'rows') console.warn('copied row by row: no pg_dump here fits the server');
    later = await openSurgery({ ...fixture, config: { ...fixture.config, databaseUrl: restored.url } });
    expect(await dump(later.database)).toEqual(await dump(surgery.database));
    expect((await later.run(false)).findings).toEqual([]);

    // What happens after the dump, and is recorded in the database that is lost.
    await fixture.advance(3_600);
    await payClaim(fixture, world.stream);
    const { id } = await propose(fixture, world.vault);
    await carryOut(fixture, world.vault, id);
    await payAirdropClaim(fixture, world.campaign.path, fixture.wallet(COIN / 100n));
    await fixture.mine();
    await surgery.run(true);

    const { findings } = await later.run(true);
    expect(findings.every(({ outcome }) => outcome === 'repaired')).toBe(true);
    expect([...new Set(findings.map(({ fault }) => fault))]).toEqual(
      expect.arrayContaining(['row-behind', 'vault-behind', 'lane-behind']),
    );
    expect((await later.run(false)).findings).toEqual([]);
    // The proposal was stored after the dump, and is lost: the chain shows only what it paid.
    const without = ['vault_proposals', 'explorer_counters'];
    const seconds = (tables: Awaited<ReturnType<typeof dump>>) =>
      JSON.stringify(tables).replaceAll(/"created_at":\d+/g, '');
    expect(seconds(await dump(later.database, without))).toBe(seconds(await dump(surgery.database, without)));
    await surgery.close();
  });

  it('is published by the doctor, where nobody else does it', async () => {
    const events = createPublishedEventsRepository(later.database);
    const before = await events.lastPosition();
    await findAndRepair(DEAD_OUTBOX, later, { fixture, world });
    expect(await events.lastPosition()).toBeGreaterThan(before);
  });

  it('gives no event the position of a lost one, once it knows that the server changed', async () => {
    const [lost, database] = [
      createDatabase({ url: fixture.config.databaseUrl }),
      createDatabase({ url: restored.url }),
    ];
    const last = await createPublishedEventsRepository(lost).lastPosition();
    await sql`UPDATE published_events_kept SET timeline = NULL`.execute(database);
    await sql`INSERT INTO outbox (kind, product, record_id, parties, figures) VALUES ('funded', 'stream', gen_random_uuid(), '[]', '{}')`.execute(
      database,
    );
    await createPublishedEventsRepository(database).publish();
    expect(await createPublishedEventsRepository(database).lastPosition()).toBeGreaterThan(last);
    await Promise.all([lost.destroy(), database.destroy()]);
  });
});
