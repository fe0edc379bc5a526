import { sql, type Kysely } from 'kysely';

/** What would have to be counted anew for each question: kept with every round instead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    CREATE TABLE balances (
      asset text PRIMARY KEY,
      balance numeric(40,0) NOT NULL,
      changes bigint NOT NULL
    ) WITH (fillfactor = 50)`.execute(db);
  await sql`
    INSERT INTO balances (asset, balance, changes)
    SELECT asset, (array_agg(balance ORDER BY day DESC))[1], sum(changes) FROM daily_balances GROUP BY asset`.execute(
    db,
  );
  await sql`
    CREATE TABLE verdict_counts (
      verdict text PRIMARY KEY,
      count bigint NOT NULL
    ) WITH (fillfactor = 50)`.execute(db);
  await sql`INSERT INTO verdict_counts (verdict, count) SELECT verdict, count(*) FROM announcements GROUP BY verdict`.execute(
    db,
  );
}

export async function down(db: Kysely<unknown>): Promise<void> {
  await sql`DROP TABLE balances, verdict_counts`.execute(db);
}
