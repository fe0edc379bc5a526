import { sql } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { bulkRows, columnsOf } from './bulk-rows.js';

/** An event as the daily tables see it. */
export interface DailyEvent {
  readonly kind: string;
  /** Unix seconds. */
  readonly time: number;
  readonly paidToRecipient: bigint;
  readonly paidToSender: bigint;
  readonly satoshisChange: bigint;
  readonly tokensChange: bigint;
}

/** The contract it is of. */
export interface DailyContract {
  /** Null for BCH. */
  readonly tokenCategory: string | null;
  readonly totalAmount: bigint;
}

const BCH = 'BCH';
const DAY = 86_400;
const CLAIMS = new Set(['claim', 'push', 'pay', 'payDebt']);

/** Returns what an event moved: funded or added, paid and returned. */
const movedBy = (event: DailyEvent, { totalAmount }: DailyContract): bigint => {
  if (event.kind === 'fund') return totalAmount;
  return event.kind === 'topUp' ? event.satoshisChange : event.paidToRecipient + event.paidToSender;
};

interface BalanceChange {
  readonly asset: string;
  readonly day: number;
  change: bigint;
  count: number;
}

interface ActivityChange {
  readonly asset: string;
  readonly day: number;
  volume: bigint;
  transactions: number;
  funded: number;
  claimed: number;
  cancelled: number;
}

/** Adds up what events, added (1) or rolled back (-1), change in the daily tables. */
export class DailyChanges {
  readonly #balances = new Map<string, BalanceChange>();
  readonly #activity = new Map<string, ActivityChange>();

  add(event: DailyEvent, contract: DailyContract, sign: 1 | -1): void {
    const { tokenCategory } = contract;
    const day = Math.floor(event.time / DAY);
    this.#balance(BCH, day, event.satoshisChange, sign);
    if (tokenCategory !== null) this.#balance(tokenCategory, day, event.tokensChange, sign);
    const asset = tokenCategory ?? BCH;
    const key = `${day} ${asset}`;
    const activity = this.#activity.get(key) ?? {
      asset,
      day,
      volume: 0n,
      transactions: 0,
      funded: 0,
      claimed: 0,
      cancelled: 0,
    };
    activity.volume += BigInt(sign) * movedBy(event, contract);
    activity.transactions += sign;
    if (event.kind === 'fund') activity.funded += sign;
    if (CLAIMS.has(event.kind)) activity.claimed += sign;
    if (event.kind === 'cancel') activity.cancelled += sign;
    this.#activity.set(key, activity);
  }

  async apply(db: IndexerDatabase): Promise<void> {
    if (this.#activity.size === 0) return;
    await this.#applyCurrent(db);
    await this.#applyBalances(db);
    await this.#applyActivity(db);
  }

  #balance(asset: string, day: number, change: bigint, sign: 1 | -1): void {
    const key = `${day} ${asset}`;
    const balance = this.#balances.get(key) ?? { asset, day, change: 0n, count: 0 };
    balance.change += BigInt(sign) * change;
    balance.count += sign;
    this.#balances.set(key, balance);
  }

  /** The balances now: what moved on any day moves them. */
  async #applyCurrent(db: IndexerDatabase): Promise<void> {
    const given = bulkRows(
      [...this.#balances.values()],
      columnsOf({ asset: 'text', change: 'numeric', count: 'bigint' }, (each: BalanceChange) => each),
    );
    await sql`
      INSERT INTO balances AS kept (asset, balance, changes) SELECT asset, sum(change), sum(count) FROM ${given} GROUP BY asset
      ON CONFLICT (asset) DO UPDATE SET balance = kept.balance + excluded.balance, changes = kept.changes + excluded.changes`.execute(
      db,
    );
    await sql`DELETE FROM balances USING ${given} WHERE balances.asset = given.asset AND changes = 0`.execute(db);
  }

  /** A day's change moves the balances of all days after it as well: usually there are none. */
  async #applyBalances(db: IndexerDatabase): Promise<void> {
    const given = bulkRows(
      [...this.#balances.values()],
      columnsOf({ asset: 'text', day: 'integer', change: 'numeric', count: 'integer' }, (each: BalanceChange) => each),
    );
    await sql`
      INSERT INTO daily_balances (asset, day, balance, changes)
      SELECT given.asset, given.day, coalesce((
        SELECT balance FROM daily_balances AS before WHERE before.asset = given.asset AND before.day < given.day ORDER BY before.day DESC LIMIT 1
      ), 0), 0
      FROM ${given} ON CONFLICT (asset, day) DO NOTHING`.execute(db);
    await sql`
      WITH given AS MATERIALIZED (SELECT * FROM ${given})
      UPDATE daily_balances AS kept SET
        balance = kept.balance + (SELECT coalesce(sum(given.change), 0) FROM given WHERE given.asset = kept.asset AND given.day <= kept.day),
        changes = kept.changes + (SELECT coalesce(sum(given.count), 0) FROM given WHERE given.asset = kept.asset AND given.day = kept.day)
      FROM (SELECT asset, min(day) AS day FROM given GROUP BY asset) AS first
      WHERE kept.asset = first.asset AND kept.day >= first.day`.execute(db);
    await sql`DELETE FROM daily_balances USING ${given} WHERE daily_balances.asset = given.asset AND daily_balances.day = given.day AND changes = 0`.execute(
      db,
    );
  }

  async #applyActivity(db: IndexerDatabase): Promise<void> {
    const given = bulkRows(
      [...this.#activity.values()],
      columnsOf(
        {
          day: 'integer',
          asset: 'text',
          volume: 'numeric',
          transactions: 'integer',
          funded: 'integer',
          claimed: 'integer',
          cancelled: 'integer',
        },
        (each: ActivityChange) => each,
      ),
    );
    await sql`
      INSERT INTO daily_activity AS kept (day, asset, volume, transactions, funded, claimed, cancelled)
      SELECT * FROM ${given}
      ON CONFLICT (day, asset) DO UPDATE SET
        volume = kept.volume + excluded.volume,
        transactions = kept.transactions + excluded.transactions,
        funded = kept.funded + excluded.funded,
        claimed = kept.claimed + excluded.claimed,
        cancelled = kept.cancelled + excluded.cancelled`.execute(db);
    await sql`DELETE FROM daily_activity USING ${given} WHERE daily_activity.day = given.day AND daily_activity.asset = given.asset AND daily_activity.transactions = 0`.execute(
      db,
    );
  }
}
