import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { LedgerEntry, LedgerQuery, OpeningTotal } from './ledger-entry.js';
import { openCursor } from './line-cursor.js';
import { linesOfParty } from './lines-of-party.js';

/** Payments by party. Throws DatabaseUnavailableError where the database cannot be reached. */
export interface LedgerRepository {
  /**
   * Reads lines, the oldest first, in batches of some hundreds. Holds a connection only while lines are being fetched; a slow
   * reader holds neither a snapshot nor a connection.
   */
  lines(query: LedgerQuery): AsyncGenerator<readonly LedgerEntry[]>;
  /** The totals before `from`, by asset. */
  openingTotals(query: LedgerQuery): Promise<readonly OpeningTotal[]>;
}

/** Bounds of reading the ledger; the defaults are for production. */
export interface LedgerOptions {
  /** Lines taken from the database at a time. */
  readonly rowsAtOnce?: number;
  /** How long a reader may take for them before the snapshot is let go of, milliseconds. */
  readonly idleMs?: number;
}

interface Row {
  readonly at: number;
  readonly txHash: string;
  readonly leg: number;
  readonly kind: string;
  readonly direction: LedgerEntry['direction'];
  readonly product: LedgerEntry['product'];
  readonly recordId: string;
  readonly displayId: string | null;
  readonly counterparty: string | null;
  readonly amount: bigint;
  readonly tokenCategory: string | null;
  readonly memo: string | null;
}

const toLine = (row: Row): LedgerEntry => ({
  at: row.at,
  txHash: row.txHash,
  leg: row.leg,
  kind: row.kind,
  direction: row.direction,
  product: row.product,
  recordId: row.recordId,
  displayId: row.displayId,
  counterparty: row.counterparty,
  amount: row.amount,
  tokenCategory: row.tokenCategory,
  memo: row.memo,
});

const ordered = (query: LedgerQuery, last: LedgerEntry | undefined) => {
  const from = last === undefined ? query : { ...query, from: last.at };
  const behind =
    last === undefined
      ? sql``
      : sql`WHERE (at, tx_hash, record_id, leg) > (${last.at}::bigint, ${last.txHash}, ${last.recordId}::uuid, ${last.leg}::integer)`;
  return sql`SELECT * FROM (${linesOfParty(from)}) AS lines ${behind} ORDER BY at, tx_hash, record_id, leg`;
};

/** Builds the repository over a database. Give it one of its own: its statements are long and hold connections. */
export const createLedgerRepository = (
  db: Database,
  { rowsAtOnce = 500, idleMs = 3_000 }: LedgerOptions = {},
): LedgerRepository => ({
  async *lines(query) {
    let last: LedgerEntry | undefined;
    for (;;) {
      const cursor = await openCursor<Row>(db, ordered(query, last), idleMs);
      try {
        for (let rows = await cursor.fetch(rowsAtOnce); rows !== undefined; rows = await cursor.fetch(rowsAtOnce)) {
          const lines = rows.map(toLine);
          last = lines.at(-1) ?? last;
          if (lines.length > 0) yield lines;
          if (lines.length < rowsAtOnce) return;
        }
      } finally {
        await cursor.close();
      }
    }
  },
  async openingTotals(query) {
    const before = { ...query, from: 0, to: query.from - 1 };
    const { rows } = await sql<{ readonly tokenCategory: string | null; readonly total: bigint }>`
      SELECT token_category, sum(CASE direction WHEN 'in' THEN amount WHEN 'out' THEN -amount ELSE 0 END) AS total
      FROM (${linesOfParty(before)}) AS lines GROUP BY token_category`.execute(db);
    return rows.map(({ tokenCategory, total }) => ({ tokenCategory: tokenCategory, total }));
  },
});
