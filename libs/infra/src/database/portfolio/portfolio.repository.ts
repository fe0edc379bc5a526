import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { type CurrencyPaymentRecord, toCurrencyRecord } from '../currency/currency-record.js';
import type { ExpiringKind } from '../quotas/expiry.repository.js';
import type { StreamProduct, StreamStatus } from '../sql/columns.js';
import { snakeCase } from '../sql/names.js';
import { LISTED_COLUMNS, type ListedRow, type ListedStreamRecord, toListedStream } from '../streams/list-streams.js';

/** The side of a stream or payment on which a party is. */
export type PortfolioSide = 'recipient' | 'sender';

/** A stream or payment of a party, with the plan that it is of. */
export type PortfolioRow = ListedStreamRecord & {
  readonly product: StreamProduct;
  /** uuid; null of a plan of one. */
  readonly planId: string | null;
};

const COLUMNS = sql.raw(
  [...LISTED_COLUMNS, 'product'].map((column) => `found.${snakeCase(column)} AS ${snakeCase(column)}`).join(', '),
);

type Row = ListedRow & Pick<PortfolioRow, 'product' | 'planId'>;

const toPortfolioRow = (row: Row): PortfolioRow => ({
  ...toListedStream(row),
  product: row.product,
  planId: row.planId,
});

/** Rows of one product and status, each party's own by one walk along the index of that list. */
const walk = (
  side: PortfolioSide,
  hashes: readonly string[],
  {
    product,
    status,
    order,
    limit,
  }: Readonly<{ product: StreamProduct; status: StreamStatus; order: string; limit: number }>,
) => sql`
  (SELECT ${COLUMNS} FROM unnest(${hashes}::text[]) AS party (hash) CROSS JOIN LATERAL (
    SELECT * FROM streams WHERE product = ${sql.lit(product)} AND (${sql.ref(`${side}_hash`)} || status) = party.hash || ${sql.lit(status)}
    ORDER BY created_at ${sql.raw(order)}, id ${sql.raw(order)} LIMIT ${limit}) AS found)`;

/** What is cancelled and whose notice runs, which the recipient can still be paid from. */
const underNotice = (side: PortfolioSide, hashes: readonly string[]) => sql`
  (SELECT ${COLUMNS} FROM streams AS found WHERE refund_status = 'pending' AND ${sql.ref(`found.${side}_hash`)} = ANY(${hashes}::text[]))`;

const OPEN = [
  { product: 'stream', status: 'ACTIVE' },
  { product: 'payment', status: 'ACTIVE' },
  { product: 'payment', status: 'PAUSED' },
] as const;
const UNFUNDED = [
  { product: 'stream', status: 'PENDING' },
  { product: 'payment', status: 'PENDING' },
] as const;

/** Payments in a currency that one funding would open. */
export interface UnfundedCurrency {
  readonly first: CurrencyPaymentRecord;
  /** How many they are. */
  readonly payments: number;
  /** What the funding pays in, the reserves included. */
  readonly satoshis: bigint;
}

/** Which rows are discarded together: one funding opens several payments in a currency, and none of them without the others. */
const discarded = (kind: ExpiringKind, id: string) =>
  kind === 'currency_payments'
    ? sql`opened_with = (SELECT opened_with FROM currency_payments WHERE id = ${id}::uuid)`
    : sql`id = ${id}::uuid`;

export const createPortfolioRepository = (db: Database) => ({
  /**
   * Lists streams and payments of some parties that hold money, at most so many. The oldest come first: what strangers open
   * later displaces nothing.
   *
   * @param hashes see `partyKey`
   */
  async open(side: PortfolioSide, hashes: readonly string[], limit: number): Promise<readonly PortfolioRow[]> {
    const walks = OPEN.map((of) => walk(side, hashes, { ...of, order: 'ASC', limit }));
    const { rows } = await sql<Row>`
      ${sql.join([...walks, underNotice(side, hashes)], sql` UNION ALL `)} LIMIT ${limit}`.execute(db);
    return rows.map(toPortfolioRow);
  },
  /** Reads what senders called the recipients of some streams of plans, by the streams' ids. It is for the sender alone. */
  async labelsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const { rows } = await sql<{ readonly id: string; readonly label: string }>`
      SELECT stream_id AS id, label FROM plan_recipients WHERE stream_id = ANY(${ids}::uuid[]) AND label IS NOT NULL`.execute(
      db,
    );
    return new Map(rows.map(({ id, label }) => [id, label]));
  },
  /** Lists streams and payments of some senders that wait for their funding, the newest first. */
  async unfunded(hashes: readonly string[], limit: number): Promise<readonly PortfolioRow[]> {
    const walks = UNFUNDED.map((of) => walk('sender', hashes, { ...of, order: 'DESC', limit }));
    const { rows } = await sql<Row>`
      SELECT * FROM (${sql.join(walks, sql` UNION ALL `)}) AS waiting ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(
      db,
    );
    return rows.map(toPortfolioRow);
  },
  /** Lists payments in a currency of some parties that are running, at most so many, the oldest first. */
  async openCurrency(
    side: PortfolioSide,
    hashes: readonly string[],
    limit: number,
  ): Promise<readonly CurrencyPaymentRecord[]> {
    const rows = await db
      .selectFrom('currencyPayments')
      .selectAll()
      .where(side === 'sender' ? 'senderHash' : 'recipientHash', 'in', hashes)
      .where('status', '=', 'ACTIVE')
      .orderBy('createdAt')
      .orderBy('id')
      .limit(limit)
      .execute();
    return rows.map(toCurrencyRecord);
  },
  /** Lists fundings of payments in a currency that some senders have not signed yet, the newest first. */
  async unfundedCurrency(hashes: readonly string[], limit: number): Promise<readonly UnfundedCurrency[]> {
    const rows = await db
      .selectFrom('currencyPayments as first')
      .innerJoin('currencyPayments as each', 'each.openedWith', 'first.id')
      .selectAll('first')
      .select((eb) => [
        eb.fn.countAll<number>().as('payments'),
        eb.fn.sum<bigint>('each.openingSatoshis').as('satoshis'),
      ])
      .where('first.senderHash', 'in', hashes)
      .where('first.status', '=', 'PENDING')
      .groupBy('first.id')
      .orderBy('first.createdAt', 'desc')
      .orderBy('first.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ payments, satoshis, ...row }) => ({
      first: toCurrencyRecord(row),
      payments,
      satoshis,
    }));
  },
  /** Returns the sender of a payment in a currency; undefined where there is none. @param id uuid */
  async currencySender(id: string): Promise<string | undefined> {
    const row = await db.selectFrom('currencyPayments').select('senderHash').where('id', '=', id).executeTakeFirst();
    return row?.senderHash;
  },
  /**
   * Lets a record that nobody funded expire at once, and those that only the same funding could open.
   *
   * @param now Unix seconds
   * @returns when it expired, which may be earlier; undefined where it is funded, or removed, by now
   */
  async discard(kind: ExpiringKind, id: string, now: number): Promise<number | undefined> {
    const { rows } = await sql<{ readonly expiresAt: number }>`
      UPDATE ${sql.table(kind)} SET expires_at = least(expires_at, ${now}::bigint)
      WHERE ${discarded(kind, id)} AND upper(status) = 'PENDING' RETURNING expires_at AS "expiresAt"`.execute(db);
    return rows[0]?.expiresAt;
  },
});

/** What some parties hold and must pay. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type PortfolioRepository = ReturnType<typeof createPortfolioRepository>;
