import { sql } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';

/** What all contracts hold of an asset. */
export interface Balance {
  /** `BCH`, or a token's category. */
  readonly asset: string;
  readonly balance: bigint;
}

/** The same at a day's end. Days are counted since 1970. */
export interface DailyBalance extends Balance {
  readonly day: number;
}

/** What happened on a day to contracts that pay an asset. */
export interface DailyActivity {
  readonly day: number;
  readonly asset: string;
  readonly volume: bigint;
  readonly transactions: number;
  readonly funded: number;
  readonly claimed: number;
  readonly cancelled: number;
}

/** Reads the present balances of every asset; empty ones are left out. */
export const currentBalances = (db: IndexerDatabase): Promise<readonly Balance[]> =>
  db.selectFrom('balances').select(['asset', 'balance']).where('balance', '>', 0n).orderBy('asset').execute();

/**
 * Reads the changes of balances within a range of days, and the last one of each asset before them: the balance that
 * the range starts with.
 */
export const balancesBetween = async (
  db: IndexerDatabase,
  from: number,
  to: number,
): Promise<readonly DailyBalance[]> => {
  const { rows } = await sql<DailyBalance>`
    (SELECT before.* FROM balances CROSS JOIN LATERAL (
      SELECT asset, day, balance FROM daily_balances WHERE daily_balances.asset = balances.asset AND day < ${from} ORDER BY day DESC LIMIT 1
    ) AS before)
    UNION ALL
    (SELECT asset, day, balance FROM daily_balances WHERE day BETWEEN ${from} AND ${to})
    ORDER BY day, asset`.execute(db);
  return rows;
};

/** Reads the activity within a range of days. */
export const activityBetween = (db: IndexerDatabase, from: number, to: number): Promise<readonly DailyActivity[]> =>
  db
    .selectFrom('dailyActivity')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('asset')
    .execute();
