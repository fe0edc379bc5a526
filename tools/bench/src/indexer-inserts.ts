import { sql } from 'kysely';
import { createIndexerDatabase, createSyncRepository, migrateIndexer } from '@weir/infra';
import { startPostgres } from '@weir/testing/postgres';
import { printComparison } from './harness/compare.js';
import { median, timed } from './harness/figures.js';
import { indexerRound } from './seed/indexer-round.js';

/** A round of BENCH_CONTRACTS (10,000) contracts, written as the indexer writes it, against the same rows inserted one at a time. */
const contracts = Number(process.env['BENCH_CONTRACTS'] ?? 10_000);
const EVENTS = 4;
const TURNS = 3;
const ROUND_TABLES = ['blocks', 'announcements', 'contracts', 'events', 'scripts'];
/** Sums that a round maintains. */
const SUM_TABLES = ['daily_balances', 'daily_activity', 'balances', 'verdict_counts', 'sync_state'];

const postgres = await startPostgres();
const db = createIndexerDatabase({ url: postgres.url, statementTimeoutMs: 600_000 });
await migrateIndexer(db);
const sync = createSyncRepository(db);
const round = indexerRound(contracts, EVENTS);

/** Inserts rows as the last round left them, one by one in one transaction, so that none waits for a disk. */
const insertOneByOne = (left: readonly (readonly [string, readonly object[]])[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const [table, all] of left)
      for (const row of all) {
        const values = Object.values(row).map((value: unknown) =>
          typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
        );
        const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
        await sql`INSERT INTO ${sql.table(table)} (${columns}) OVERRIDING SYSTEM VALUE VALUES (${sql.join(values)})`.execute(
          trx,
        );
      }
  });

const measure = async (write: () => Promise<void>): Promise<number> => {
  await sql`TRUNCATE ${sql.join([...ROUND_TABLES, ...SUM_TABLES].map((table) => sql.table(table)))}`.execute(db);
  await sync.begin('devnet', 0);
  return timed(write);
};

// Partitions are created once per month of events, not once per round.
await measure(() => sync.commit(round));
const left = await Promise.all(
  ROUND_TABLES.map(
    async (table) => [table, (await sql<object>`SELECT * FROM ${sql.table(table)}`.execute(db)).rows] as const,
  ),
);
const rows = left.reduce((sum, [, all]) => sum + all.length, 0);
const [bulk, single]: [number[], number[]] = [[], []];
for (let turn = 0; turn < TURNS; turn += 1) {
  bulk.push(await measure(() => sync.commit(round)));
  single.push(await measure(() => insertOneByOne(left)));
}
const side = (name: string, times: readonly number[]) => ({ name, value: (rows * 1_000) / median(times) });
printComparison(
  `${rows.toLocaleString('en')} rows of ${contracts.toLocaleString('en')} contracts`,
  'rows/s',
  [side('a round, sums included', bulk), side('row at a time, no sums', single)],
  'at least 10',
);

await db.destroy();
await postgres.stop();
