import { type RawBuilder, sql } from 'kysely';
import type { LedgerProduct } from '@weir/kinds';
import type { Database } from '../create-database.js';
import { type LedgerQuery, linesOf, massSources, singleSources } from './ledger-sources.js';

export type { LedgerQuery };

/** One payment as an entry in a party's books. */
export interface LedgerEntry {
  /** When it was recorded, Unix seconds. */
  readonly at: number;
  readonly txHash: string;
  /** Notifies the lines of one transaction of one record apart. */
  readonly leg: number;
  /** `funding`, `reserve`, `claim`, `push`, `refund`, `deposit`, `payout`, ... */
  readonly kind: string;
  /** `in`: to the party; `out`: from the party; `contract`: to somebody else, from a contract that the party funded before. */
  readonly direction: 'in' | 'out' | 'contract';
  readonly product: LedgerProduct;
  readonly recordId: string;
  readonly displayId: string | null;
  readonly counterparty: string | null;
  /** Which of the party's addresses it is of. */
  readonly address: string;
  /** Base units. */
  readonly amount: bigint;
  /** Null for BCH. */
  readonly tokenCategory: string | null;
  /** What its maker wrote to the record. */
  readonly memo: string | null;
  /** The plan that the record is of, and its number. */
  readonly planId: string | null;
  readonly planDisplayId: string | null;
  /** Who is paid: the payment's public name, or the private name that the viewer gave them in a plan; null without either. */
  readonly recipientName: string | null;
  /** When the last period that it pays was due, Unix seconds; null where it pays no periods. */
  readonly payday: number | null;
  /** How many periods it pays, likewise. */
  readonly periods: number | null;
  /** Of a period of a payment in a currency: which currency, and what the period is in it, as decimal text. */
  readonly currency: string | null;
  readonly currencyAmount: string | null;
  /** The price of one BCH that the oracle signed for it, as decimal text, with its time (Unix seconds) and its number among prices. */
  readonly price: string | null;
  readonly priceTime: number | null;
  readonly priceNumber: number | null;
  /** What the period comes to at this price, satoshis: more than the amount where the money did not suffice. */
  readonly periodAmount: bigint | null;
}

/** A server-side cursor that closes itself when nothing is fetched for a while. */
interface LineCursor<Row> {
  /** Fetches the next rows; undefined once the cursor has closed. */
  fetch(count: number): Promise<readonly Row[] | undefined>;
  close(): Promise<void>;
}

/**
 * Opens a cursor in a read-only transaction of its own. A slow reader holds neither the snapshot nor the connection:
 * the cursor closes itself, and the reader opens another one after their last row.
 *
 * @param idleMs after which it closes itself, milliseconds
 */
const openCursor = async <Row>(db: Database, query: RawBuilder<unknown>, idleMs: number): Promise<LineCursor<Row>> => {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  let timer: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> | undefined;
  const end = (): Promise<unknown> => {
    clearTimeout(timer);
    // Where the connection is lost there is nothing to close.
    return (ended ??= transaction
      .rollback()
      .execute()
      .catch(() => undefined));
  };
  try {
    await sql`DECLARE lines NO SCROLL CURSOR FOR ${query}`.execute(transaction);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    async fetch(count) {
      clearTimeout(timer);
      if (ended !== undefined) return undefined;
      const { rows } = await sql<Row>`FETCH ${sql.raw(String(Math.trunc(count)))} FROM lines`.execute(transaction);
      timer = setTimeout(() => void end(), idleMs);
      timer.unref();
      return rows;
    },
    async close() {
      await end();
    },
  };
};

/** Selects all lines of a party, in no order. */
const linesOfParty = (query: LedgerQuery): RawBuilder<unknown> =>
  linesOf([...singleSources(query), ...massSources(query)], query);

/** Bounds of reading the ledger; the defaults are for production. */
interface LedgerOptions {
  /** Lines taken from the database at a time. */
  readonly rowsAtOnce?: number;
  /** How long a reader may take for them before the snapshot is closed of, milliseconds. */
  readonly idleMs?: number;
}

const ordered = (query: LedgerQuery, last: LedgerEntry | undefined) => {
  const from = last === undefined ? query : { ...query, from: last.at };
  const behind =
    last === undefined
      ? sql``
      : sql`WHERE (at, tx_hash, record_id, leg) > (${last.at}::bigint, ${last.txHash}, ${last.recordId}::uuid, ${last.leg}::integer)`;
  return sql`SELECT * FROM (${linesOfParty(from)}) AS lines ${behind} ORDER BY at, tx_hash, record_id, leg`;
};

/** Builds the repository over a database. Give it one of its own: its statements are long and hold connections. */
export const createLedgerRepository = (db: Database, { rowsAtOnce = 500, idleMs = 3_000 }: LedgerOptions = {}) => ({
  /**
   * Reads lines, the oldest first, in batches of some hundreds. Holds a connection only while lines are being fetched; a slow
   * reader holds neither a snapshot nor a connection.
   */
  async *lines(query: LedgerQuery) {
    let last: LedgerEntry | undefined;
    for (;;) {
      const cursor = await openCursor<LedgerEntry>(db, ordered(query, last), idleMs);
      try {
        for (let rows = await cursor.fetch(rowsAtOnce); rows !== undefined; rows = await cursor.fetch(rowsAtOnce)) {
          last = rows.at(-1) ?? last;
          if (rows.length > 0) yield rows;
          if (rows.length < rowsAtOnce) return;
        }
      } finally {
        await cursor.close();
      }
    }
  },
  /** The totals before `from`, by asset. */
  async openingTotals(query: LedgerQuery) {
    const before = { ...query, from: 0, to: query.from - 1 };
    const { rows } = await sql<{ readonly tokenCategory: string | null; readonly total: bigint }>`
      SELECT token_category, sum(CASE direction WHEN 'in' THEN amount WHEN 'out' THEN -amount ELSE 0 END) AS total
      FROM (${linesOfParty(before)}) AS lines GROUP BY token_category`.execute(db);
    return rows;
  },
});

/** Payments by party. Throws DatabaseUnavailableError where the database cannot be reached. */
export type LedgerRepository = ReturnType<typeof createLedgerRepository>;
