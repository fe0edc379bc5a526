import { sql } from 'kysely';
import { createDatabase, migrateToLatest, type Database } from '@weir/infra';
import { createTestDatabase, type TestDatabase } from '@weir/testing/postgres';
import { seedExplorer } from './explorer.js';
import { seedClaims, seedStreams, streamIdOf } from './streams.js';

/** The seeds are SQL text, which nothing compiles: they must fit the schema as it is. */
describe('the seeds of the benchmarks', () => {
  let database: TestDatabase;
  let db: Database;
  beforeEach(async () => {
    database = await createTestDatabase();
    db = createDatabase({ url: database.url, statementTimeoutMs: 0 });
    await migrateToLatest(db);
  });
  afterEach(async () => {
    await db.destroy();
    await database.drop();
  });
  const count = async (table: string): Promise<number> =>
    (await sql<{ count: number }>`SELECT count(*)::int AS count FROM ${sql.table(table)}`.execute(db)).rows[0]?.count ??
    Number.NaN;

  it('store streams with their counters, and claims of them', async () => {
    await seedStreams(db, 60);
    await seedClaims(db, 60, 130);
    expect(await count('streams')).toBe(60);
    for (const table of ['stream_claims', 'transitions', 'transaction_uses']) expect(await count(table)).toBe(130);
    const { rows } = await sql<{ active: number }>`
      SELECT sum(active)::bigint AS active FROM stream_counters WHERE scope = 'all'`.execute(db);
    expect(rows[0]?.active).toBe(60);
    const { rows: found } = await sql`SELECT FROM streams WHERE id = ${streamIdOf(60)}`.execute(db);
    expect(found).toHaveLength(1);
  });

  it('store records of all products', async () => {
    await seedExplorer(db, 200);
    expect((await count('streams')) + (await count('airdrop_campaigns')) + (await count('vault_proposals'))).toBe(200);
    const { rows } = await sql`SELECT contract FROM streams WHERE campaign_id IS NOT NULL`.execute(db);
    expect(rows).toEqual(Array.from({ length: 10 }, () => ({ contract: 'LOCK' })));
  });
});
