import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '@weir/postgres';
import { migrateDown, migrateToLatest } from '../../database/migrate.js';
import { createIndexerDatabase, type IndexerDatabase } from '../open-indexer-database.js';
import { createIndexReader } from '../queries/index-reader.js';
import { indexerMigrations } from './index.js';

const ALL = Object.keys(indexerMigrations);
const [TXID, CATEGORY] = ['a'.repeat(64), 'c'.repeat(64)];

let database: TestDatabase;
let db: IndexerDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createIndexerDatabase({ url: database.url, statementTimeoutMs: 0 });
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

/** The migrations up to one. */
const upTo = (last: string) => Object.fromEntries(Object.entries(indexerMigrations).filter(([name]) => name <= last));

const tables = async (): Promise<readonly string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE 'kysely%'`.execute(db);
  return rows.map(({ name }) => name).sort();
};

describe("the indexer's migrations", () => {
  it('go up, all the way down, leave nothing, and up again', async () => {
    expect(await migrateToLatest(db, indexerMigrations)).toEqual(ALL);
    const made = await tables();
    for (const name of ALL.toReversed()) expect(await migrateDown(db, indexerMigrations)).toEqual([name]);
    expect(await tables()).toEqual([]);
    expect(await migrateToLatest(db, indexerMigrations)).toEqual(ALL);
    expect(await tables()).toEqual(made);
  });

  it('count what was there before the counters were', async () => {
    while ((await migrateDown(db, indexerMigrations))[0] !== '003-counters');
    await sql`INSERT INTO announcements (txid, vout, script_hash, height, verdict) VALUES (${TXID}, 0, '', 1, 'FORGED'), (${TXID}, 1, '', 1, 'FORGED'), (${TXID}, 2, '', 1, 'TWIN')`.execute(
      db,
    );
    await sql`INSERT INTO daily_balances (asset, day, balance, changes) VALUES ('BCH', 1, 5, 1), ('BCH', 2, 9, 2), (${CATEGORY}, 1, 0, 2)`.execute(
      db,
    );
    await migrateToLatest(db, upTo('003-counters'));
    const reader = createIndexReader(db);
    expect(await reader.verdicts()).toEqual({ ACCEPTED: 0, TWIN: 1, FORGED: 2, MALFORMED: 0, FOREIGN: 0 });
    expect(await reader.balances()).toEqual([{ asset: 'BCH', balance: 9n }]);
    expect(await reader.balancesBetween(2, 2)).toEqual([
      { asset: 'BCH', day: 1, balance: 5n },
      { asset: CATEGORY, day: 1, balance: 0n },
      { asset: 'BCH', day: 2, balance: 9n },
    ]);
  });

  it('empty the tables for families to be read anew, and keep what they are of', async () => {
    await sql`INSERT INTO sync_state (network, start_height, version) VALUES ('devnet', 7, 3)`.execute(db);
    expect(await migrateToLatest(db, upTo('004-recurring-family'))).toEqual(['004-recurring-family']);
    expect(await createIndexReader(db).verdicts()).toMatchObject({ TWIN: 0, FORGED: 0 });
    expect(await db.selectFrom('sync_state').select(['start_height', 'version']).executeTakeFirst()).toEqual({
      start_height: 7,
      version: 4n,
    });
  });

  it('let every history be read once more, which finds contracts that a stale digest hid', async () => {
    await sql`INSERT INTO scripts (script_hash, status) VALUES (${TXID}, ${CATEGORY})`.execute(db);
    expect(await migrateToLatest(db, upTo('006-served-height'))).toContain('005-forget-readings');
    expect(await db.selectFrom('scripts').selectAll().execute()).toEqual([]);
  });

  it('turn hashes of keys into locking bytecodes, beside which those of scripts have a place', async () => {
    const [sender, recipient] = ['11'.repeat(20), '22'.repeat(20)];
    await sql`
      INSERT INTO contracts (txid, vout, product, family, contract_address, locking_bytecode, script_hash, announcement,
        sender_hash, recipient_hash, total_amount, funded_height, funded_time, sequence, status, released_amount,
        held_satoshis, held_tokens, last_txid, last_height, last_time)
      VALUES (${TXID}, 1, 'VESTING_BCH', 'stream', 'address', '', '', '', ${sender}, ${recipient}, 9, 1, 1, 1, 'ACTIVE', 0, 9, 0, ${TXID}, 1, 1),
        (${TXID}, 2, 'AIRDROP_PUBLIC_BCH', 'airdrop', 'another', '', '', '', ${sender}, NULL, 9, 1, 1, 1, 'ACTIVE', 0, 9, 0, ${TXID}, 1, 1)`.execute(
      db,
    );
    expect(await migrateToLatest(db, indexerMigrations)).toEqual(['007-plan-streams']);
    const party = `76a914${sender}88ac`;
    const { rows } = await createIndexReader(db).list({ families: ['stream', 'airdrop'], party, limit: 9 });
    expect(rows.map(({ terms }) => [terms.sender, terms.recipient, terms.plan])).toEqual([
      [party, null, null],
      [party, `76a914${recipient}88ac`, null],
    ]);
  });
});
