import { sql, type Kysely } from 'kysely';

const FILLED = [
  'events',
  'contracts',
  'announcements',
  'scripts',
  'blocks',
  'daily_balances',
  'daily_activity',
  'balances',
  'verdict_counts',
];

/** Families are read off announcements, which SQL cannot: the tables are emptied, and fill again from the chain. */
const replaceFamilies = async (db: Kysely<unknown>, families: string): Promise<void> => {
  await sql`TRUNCATE ${sql.join(FILLED.map((table) => sql.table(table)))}`.execute(db);
  await sql`UPDATE sync_state SET version = version + 1`.execute(db);
  await sql`ALTER TABLE contracts DROP CONSTRAINT contracts_family_check, ADD CONSTRAINT contracts_family_check CHECK (family IN (${sql.raw(families)}))`.execute(
    db,
  );
};

/** Recurring contracts that nobody can pause are of both lists: nothing on the chain says whether one is a stream. */
export const up = (db: Kysely<unknown>): Promise<void> =>
  replaceFamilies(db, `'stream', 'recurring', 'payment', 'airdrop'`);

export const down = (db: Kysely<unknown>): Promise<void> => replaceFamilies(db, `'stream', 'payment', 'airdrop'`);
