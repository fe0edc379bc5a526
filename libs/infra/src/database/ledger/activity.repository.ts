import { type RawBuilder, sql } from 'kysely';
import { MAX_TIME } from '@weir/kinds';
import type { Database } from '../create-database.js';
import { InvalidCursorError } from '../sql/database-errors.js';
import { NIL_ID, readSnapshot } from '../sql/statements.js';
import { COLUMNS, type LedgerQuery, type LedgerSource, linesOf, massSources, singleSources } from './ledger-sources.js';
import type { LedgerEntry } from './ledger.repository.js';

/**
 * What a party sees as one payment: a funding with its reserve; what else one transaction paid of one record; or of a payer's list or
 * airdrop all that was funded, paid or returned on a day (UTC).
 */
export interface LedgerActivity extends Omit<LedgerEntry, 'leg' | 'txHash'> {
  /** Null where it is of several transactions. */
  readonly txHash: string | null;
  /** How many payments it is of; what a funding reserves for fees belongs to it. */
  readonly count: number;
  /** What was locked beside for fees, satoshis. */
  readonly fees: bigint;
}

/** A page of what a party paid and was paid, the newest first. */
export interface ActivityPage {
  /** May be few although there is a `nextCursor`. */
  readonly entries: readonly LedgerActivity[];
  readonly nextCursor: string | null;
}

/** A page of a party's payments. */
export interface ActivityRequest extends Pick<LedgerQuery, 'parties' | 'viewerHashes'> {
  /** Most entries, but for those of one transaction, which are never parted. */
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** The order of entries: by the time, the record and the transaction of the last payment of each. */
interface Place {
  readonly at: number;
  readonly recordId: string;
  readonly txHash: string;
}
type Placed = LedgerActivity & { readonly place: Place };

/** Bounds of a page; the default is for production. */
interface ActivityOptions {
  /** Payments of lists and airdrops that are summed up for one page, by whole days, before it ends early. */
  readonly summedAtOnce?: number;
}

const DAY = 86_400;
const FIRST_OF = (at: number): number => at - (at % DAY);

const compare = (a: Place, b: Place): number => {
  if (a.at !== b.at) return a.at - b.at;
  const [one, other] = [a.recordId + a.txHash, b.recordId + b.txHash];
  return one === other ? 0 : one < other ? -1 : 1;
};

const CURSOR = /^\["(\d{1,10})","([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})","((?:[0-9a-f]{64})?)"\]$/u;

const encode = ({ at, recordId, txHash }: Place): string =>
  Buffer.from(JSON.stringify([at.toString(), recordId, txHash])).toString('base64url');

/** @throws InvalidCursorError */
const decode = (cursor: string | undefined): Place | undefined => {
  if (cursor === undefined) return undefined;
  const [, at, recordId, txHash] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  if (recordId === undefined || txHash === undefined) throw new InvalidCursorError();
  return { at: Number(at), recordId, txHash };
};

/** Before all of a day and after all of the day before it. */
const startOf = (day: number): Place => ({ at: day, recordId: NIL_ID, txHash: '' });

/** The newest lines of a source behind a place: a walk along its index for each address. */
const newestOf = (
  { columns, from, where, at, record, tx, party, keys }: LedgerSource,
  after: Place | undefined,
  lines: number,
): RawBuilder<unknown> => {
  const further =
    after === undefined
      ? sql``
      : sql`AND (${at}, ${record}, ${tx}) < (${after.at}::bigint, ${after.recordId}::uuid, ${after.txHash})`;
  return sql`
    SELECT found.* FROM unnest(${keys}) AS own (key) CROSS JOIN LATERAL (
      SELECT ${columns} FROM ${from} WHERE ${party} = own.key AND ${where} ${further}
      ORDER BY ${at} DESC, ${record} DESC, ${tx} DESC LIMIT ${lines}
    ) AS found`;
};

const newestLines = async (db: Database, request: ActivityRequest, after: Place | undefined, lines: number) => {
  const walks = singleSources({ ...request, from: 0, to: Number(MAX_TIME) }).map((source) =>
    newestOf(source, after, lines),
  );
  const { rows } = await sql<LedgerEntry>`
    SELECT ${COLUMNS} FROM (${sql.join(walks, sql` UNION ALL `)}) AS lines (${COLUMNS})
    ORDER BY at DESC, record_id DESC, tx_hash DESC, leg LIMIT ${lines}`.execute(db);
  return rows;
};

const withLine = (before: Placed | undefined, line: LedgerEntry): Placed => {
  const { leg: _, amount, ...rest } = line;
  const isReserve = line.kind === 'reserve';
  const place = { at: line.at, recordId: line.recordId, txHash: line.txHash };
  return {
    ...(before ?? { ...rest, place, kind: isReserve ? 'funding' : line.kind }),
    count: (before?.count ?? 0) + (isReserve ? 0 : 1),
    amount: (before?.amount ?? 0n) + (isReserve ? 0n : amount),
    fees: (before?.fees ?? 0n) + (isReserve ? amount : 0n),
  };
};

/** Puts lines of one transaction together that are one payment: a funding and its reserve, or what several lanes return. */
const together = (lines: readonly LedgerEntry[]): readonly Placed[] => {
  const entries = new Map<string, Placed>();
  for (const line of lines) {
    const { at, recordId, txHash, kind, direction } = line;
    const what = kind === 'funding' || kind === 'reserve' ? 'funding' : `${kind} ${direction} ${line.tokenCategory}`;
    const key = `${at} ${recordId} ${txHash} ${what}`;
    entries.set(key, withLine(entries.get(key), line));
  }
  return [...entries.values()];
};

/** What is known of the newest payments, and down to which place all of them are. */
interface Known {
  readonly entries: readonly Placed[];
  /** Undefined where there are no others. */
  readonly downTo: Place | undefined;
}

/** Reads single payments, those of the last transaction whole: lines that may be half of one are left to the next page. */
const singles = async (
  db: Database,
  request: ActivityRequest,
  after: Place | undefined,
  lines = 2 * request.limit + 2,
): Promise<Known> => {
  const rows = await newestLines(db, request, after, lines);
  if (rows.length < lines) return { entries: together(rows), downTo: undefined };
  const entries = together(rows);
  const [first, last] = [entries[0]?.place, entries.at(-1)?.place];
  if (first === undefined || last === undefined || compare(first, last) === 0)
    return singles(db, request, after, 8 * lines);
  const whole = entries.filter(({ place }) => compare(place, last) > 0);
  return { entries: whole, downTo: whole.at(-1)?.place };
};

/** Returns the last second, up to another, in which a list or an airdrop of the party's moved; null where none did. */
const lastMoved = async (db: Database, { parties }: ActivityRequest, until: number): Promise<number | null> => {
  const { rows } = await sql<{ readonly at: number | null }>`
    SELECT greatest(
      (SELECT max(moved.at) FROM unnest(${parties}::text[]) AS own (key) CROSS JOIN LATERAL (
        SELECT created_at AS at FROM transitions WHERE sender_hash = own.key AND plan_id IS NOT NULL AND created_at <= ${until}
        ORDER BY created_at DESC LIMIT 1) AS moved),
      (SELECT max(moved.at) FROM airdrop_campaigns AS c CROSS JOIN LATERAL (
        SELECT created_at AS at FROM airdrop_steps WHERE campaign_id = c.id AND kind = 'claim' AND created_at <= ${until}
        ORDER BY created_at DESC LIMIT 1) AS moved
        WHERE c.creator_hash = ANY(${parties}::text[]) AND c.funding_tx_hash IS NOT NULL)
    ) AS at`.execute(db);
  return rows[0]?.at ?? null;
};

/** The last payment of each of a day, and what each sums up to. */
const sumsOfDay = async (db: Database, request: ActivityRequest, day: number): Promise<readonly Placed[]> => {
  const query = { ...request, from: day, to: day + DAY - 1 };
  // As text the places are in their order.
  const place = sql`(lpad(at::text, 10, '0') || record_id::text || tx_hash) COLLATE "C"`;
  const isReserve = sql`kind = 'reserve'`;
  const { rows } = await sql<LedgerActivity & { readonly lastTx: string }>`
    WITH sums AS (
      SELECT coalesce(plan_id, record_id) AS of, CASE WHEN ${isReserve} THEN 'funding' ELSE kind END AS kind, direction,
        CASE WHEN ${isReserve} OR kind = 'funding' THEN NULL ELSE token_category END AS asset,
        max(token_category) AS token_category, max(${place}) AS last, count(*) FILTER (WHERE NOT ${isReserve})::integer AS count,
        coalesce(sum(amount) FILTER (WHERE NOT ${isReserve}), 0) AS amount, coalesce(sum(amount) FILTER (WHERE ${isReserve}), 0) AS fees,
        CASE WHEN min(tx_hash) = max(tx_hash) THEN min(tx_hash) END AS tx_hash,
        CASE WHEN count(*) FILTER (WHERE NOT ${isReserve}) = 1 THEN max(recipient_name) END AS recipient_name,
        CASE WHEN min(payday) = max(payday) THEN min(payday) END AS payday, sum(periods)::integer AS periods
      FROM (${linesOf(massSources(query), query)}) AS lines GROUP BY 1, 2, 3, 4
    ), entries AS (SELECT *, left(last, 10)::bigint AS at, substr(last, 11, 36)::uuid AS record_id, substr(last, 47) AS last_tx FROM sums)
    SELECT entries.at, entries.tx_hash, entries.kind, entries.direction, entries.record_id, entries.token_category, entries.count,
      entries.amount, entries.fees, entries.last_tx, entries.recipient_name, entries.payday, entries.periods, coalesce(CASE s.contract WHEN 'LOCK' THEN 'lock' ELSE s.product END, 'airdrop') AS product,
      coalesce(s.stream_id, c.campaign_id) AS display_id, coalesce(s.sender, c.creator) AS address,
      CASE WHEN entries.count > 1 THEN NULL WHEN entries.direction <> 'contract' THEN coalesce(s.contract_address, c.contract_address)
        ELSE coalesce(s.recipient, (SELECT recipient FROM airdrop_steps WHERE tx_hash = entries.last_tx AND campaign_id = c.id LIMIT 1))
      END AS counterparty, coalesce(s.description, c.title) AS memo, s.plan_id, plans.plan_id AS plan_display_id,
      NULL::text AS currency, NULL::text AS currency_amount, NULL::text AS price, NULL::bigint AS price_time, NULL::bigint AS price_number,
      NULL::numeric AS period_amount
    FROM entries LEFT JOIN streams AS s ON s.id = entries.record_id LEFT JOIN plans ON plans.id = s.plan_id
      LEFT JOIN airdrop_campaigns AS c ON c.id = entries.record_id`.execute(db);
  return rows.map(({ lastTx, ...entry }) => ({
    ...entry,
    place: { at: entry.at, recordId: entry.recordId, txHash: lastTx },
  }));
};

const withoutPlace = (placed: Placed): LedgerActivity => {
  const { place: _, ...entry } = placed;
  return entry;
};

const newest = (entries: readonly Placed[]): readonly Placed[] => entries.toSorted((a, b) => compare(b.place, a.place));

/** Adds the payments of lists and airdrops, day by day, until the page is full or enough of them have been summed up. */
const withSums = async (
  db: Database,
  request: ActivityRequest,
  after: Place | undefined,
  { entries, downTo }: Known,
  most: number,
): Promise<Known> => {
  let all = entries;
  let summed = 0;
  // A place of no record is before all of its second.
  for (let until = after === undefined ? Number(MAX_TIME) : after.at - (after.recordId === NIL_ID ? 1 : 0); ;) {
    const at = await lastMoved(db, request, until);
    // Behind the single payments that are known there may be others, which come first.
    if (at === null || (downTo !== undefined && at < downTo.at)) return { entries: all, downTo };
    const day = FIRST_OF(at);
    const sums = await sumsOfDay(db, request, day);
    all = [...all, ...sums.filter(({ place }) => after === undefined || compare(place, after) < 0)];
    summed += sums.reduce((total, { count }) => total + count, 0);
    const reached = downTo !== undefined && downTo.at >= day ? downTo : startOf(day);
    const isFull = all.filter(({ place }) => compare(place, reached) >= 0).length > request.limit;
    if (isFull || summed > most) return { entries: all, downTo: reached };
    until = day - 1;
  }
};

/** Builds the reader of payments, the newest first. */
export const createActivityRepository = (db: Database, { summedAtOnce = 20_000 }: ActivityOptions = {}) => ({
  /**
   * Reads a page of what a party paid and was paid. Its cost grows with the page and with what lists and airdrops of the party moved on
   * the days that the page shows, not with what lies before them.
   *
   * @throws InvalidCursorError
   */
  async page(request: ActivityRequest): Promise<ActivityPage> {
    const after = decode(request.cursor);
    const { entries, downTo } = await readSnapshot(db, async (snapshot) =>
      withSums(snapshot, request, after, await singles(snapshot, request, after), summedAtOnce),
    );
    const inOrder = newest(entries).filter(({ place }) => downTo === undefined || compare(place, downTo) >= 0);
    const last = inOrder[request.limit - 1]?.place;
    const shown = last === undefined ? inOrder : inOrder.filter(({ place }) => compare(place, last) >= 0);
    const end = shown.length < inOrder.length ? last : downTo;
    return {
      entries: shown.map(withoutPlace),
      nextCursor: end === undefined ? null : encode(end),
    };
  },
});

/** Payments of parties, the newest first. Throws DatabaseUnavailableError where the database cannot be reached. */
export type ActivityRepository = ReturnType<typeof createActivityRepository>;
