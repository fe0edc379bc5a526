import { sql } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';

/** What all contracts hold of an asset at a day's end. Days are counted since 1970. */
export interface DailyBalance {
  /** `BCH`, or a token's category. */
  readonly asset: string;
  readonly day: number;
  readonly balance: bigint;
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

/** The balances of every asset as they are now; those of nothing are left out. */
export const currentBalances = async (db: IndexerDatabase): Promise<readonly DailyBalance[]> => {
  const { rows } = await sql<DailyBalance>`
    SELECT DISTINCT ON (asset) asset, day, balance FROM daily_balances ORDER BY asset, day DESC`.execute(db);
  return rows.filter(({ balance }) => balance > 0n);
};

/** The changes of balances within some days, and before them the last one of each asset: what the days begin with. */
export const balancesBetween = async (db: IndexerDatabase, from: number, to: number): Promise<readonly DailyBalance[]> => {
  const { rows } = await sql<DailyBalance>`
    (SELECT DISTINCT ON (asset) asset, day, balance FROM daily_balances WHERE day < ${from} ORDER BY asset, day DESC)
    UNION ALL
    (SELECT asset, day, balance FROM daily_balances WHERE day BETWEEN ${from} AND ${to})
    ORDER BY day, asset`.execute(db);
  return rows;
};

/** What happened within some days. */
export const activityBetween = (db: IndexerDatabase, from: number, to: number): Promise<readonly DailyActivity[]> =>
  db.selectFrom('daily_activity').selectAll().where('day', '>=', from).where('day', '<=', to).orderBy('day').orderBy('asset').execute();
