import { sql } from 'kysely';
import { createIndexerDatabase, createSyncRepository, migrateIndexer } from '@weir/infra';
import { startPostgres } from '@weir/postgres';
import { largeRound } from './support/large-round.js';
import { insertRowAtATime } from './support/row-at-a-time.js';

/** A round of many contracts, written as the indexer writes it, compared with the same rows inserted one at a time. */
const contracts = Number(process.env['BENCH_CONTRACTS'] ?? 10_000);
const EVENTS = 4;
const TURNS = 3;
const TABLES = [
  'events',
  'contracts',
  'announcements',
  'scripts',
  'blocks',
  'daily_balances',
  'daily_activity',
  'balances',
  'verdict_counts',
  'sync_state',
] as const;

const postgres = await startPostgres();
const db = createIndexerDatabase({ url: postgres.url, statementTimeoutMs: 600_000 });
await migrateIndexer(db);
const sync = createSyncRepository(db);
const round = largeRound(contracts, EVENTS);
const rows =
  round.blocks.length + round.announcements.length + round.changes.length * (1 + EVENTS) + round.readings.length;

const measure = async (write: () => Promise<void>): Promise<number> => {
  await sql`TRUNCATE ${sql.join(TABLES.map((table) => sql.table(table)))}`.execute(db);
  await sync.begin('devnet', 0);
  const began = performance.now();
  await write();
  return performance.now() - began;
};

// Partitions are created once per month of events, not once per round.
await measure(() => sync.commit(round));
const middle = (times: readonly number[]): number =>
  [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
const [bulk, single]: [number[], number[]] = [[], []];
for (let turn = 0; turn < TURNS; turn += 1) {
  bulk.push(await measure(() => sync.commit(round)));
  single.push(await measure(() => insertRowAtATime(db, round)));
}
const line = (name: string, milliseconds: number): void =>
  console.log(
    `${name.padEnd(30)} ${Math.round((rows / milliseconds) * 1_000)
      .toLocaleString('en')
      .padStart(9)} rows/s   ${Math.round(milliseconds).toLocaleString('en')} ms`,
  );
console.log(
  `${rows.toLocaleString('en')} rows of ${contracts.toLocaleString('en')} contracts, middle of ${TURNS} turns`,
);
line('a round, sums included', middle(bulk));
line('row at a time, no sums', middle(single));
console.log(`ratio ${(middle(single) / middle(bulk)).toFixed(1)}  (goal 10)`);

await db.destroy();
await postgres.stop();
