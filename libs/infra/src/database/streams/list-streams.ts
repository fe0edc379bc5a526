import { snakeCase } from '../camel-case.js';
import type { Database } from '../create-database.js';
import { decodeCursor, encodeCursor, type CreationCursor } from '../cursor.js';
import { plannedLimit, preparedText, type PreparedText } from '../prepared.js';
import type { Tables } from '../tables.js';
import { LISTED_COLUMNS, toListedStream, type ListedRow, type ListedStreamRecord } from './listed-stream.js';
import { partyFilter, type PartyFilter, type StreamFilter } from './stream-filter.js';
import type { StreamProduct, StreamStatus } from './stream-tables.js';
import { totalOf } from './stream-totals.js';

/** Filters and place of a page of streams or payments. */
export interface StreamPageRequest extends StreamFilter {
  /** Default `stream`. */
  readonly product?: StreamProduct | undefined;
  /** Most rows to return, at least 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of streams or payments with the exact total. */
export interface StreamPage {
  /** Newest first. */
  readonly rows: readonly ListedStreamRecord[];
  /** Exact number of streams behind the filter, on all pages together. */
  readonly total: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * Lists one page of streams, newest first, with their exact total, from one snapshot in one round trip. A page never
 * repeats or skips a row because of streams made meanwhile, and costs the same at any depth.
 *
 * @throws InvalidCursorError
 */
export async function listStreams(db: Database, request: StreamPageRequest): Promise<StreamPage> {
  const after = request.cursor === undefined ? undefined : decodeCursor(request.cursor);
  const parties = partyFilter(request);
  if (parties.kind === 'none') return { rows: [], total: 0, nextCursor: null };

  const { product = 'stream', status } = request;
  const statement = preparedText();
  const query: PageQuery = { product, parties, status, after, limit: request.limit + 1, value: statement.value };
  const total = totalOf(product, parties, status, statement.value);
  const answer = await statement.run<{ readonly total: bigint } & MaybeRow, Tables>(
    db,
    `SELECT counted.total, ${COLUMNS} FROM (SELECT ${total} AS total) AS counted LEFT JOIN (${pageOf(query)}) AS page ON true`,
  );

  const found = answer.filter(isStreamRow).map(toListedStream).sort(newestFirst);
  const rows = found.slice(0, request.limit);
  const last = rows.at(-1);
  return {
    rows,
    total: Number(answer[0]?.total ?? 0n),
    nextCursor:
      last !== undefined && found.length > rows.length
        ? encodeCursor({ createdAt: last.createdAt, id: last.id })
        : null,
  };
}

const COLUMNS = LISTED_COLUMNS.map((column) => `page.${snakeCase(column)}`).join(', ');

/**
 * The order of the page. The rows come in it already; that a join keeps the order of one side is nothing that SQL promises, and
 * sorting there would copy every row. Ids compare as text as they do in the database: hex of one length.
 */
const newestFirst = (a: ListedStreamRecord, b: ListedStreamRecord): number => {
  if (a.createdAt !== b.createdAt) return b.createdAt - a.createdAt;
  return a.id < b.id ? 1 : -1;
};

interface PageQuery {
  readonly product: StreamProduct;
  readonly parties: Exclude<PartyFilter, { kind: 'none' }>;
  readonly status: StreamStatus | undefined;
  readonly after: CreationCursor | undefined;
  readonly limit: number;
  /** The place of a value in the statement. */
  readonly value: PreparedText['value'];
}

/**
 * "Either role" is two index walks merged; one walk over an OR would have to sort all of a busy party's streams.
 * A stream to oneself comes from both and is kept once.
 */
const pageOf = (query: PageQuery): string => {
  const { parties, limit, value } = query;
  if (parties.kind === 'roles') return walk(query, parties);
  const { hash } = parties;
  return `SELECT DISTINCT ON (created_at, id) * FROM (
    (${walk(query, { sender: hash })}) UNION ALL (${walk(query, { recipient: hash })})) AS either
    ORDER BY created_at DESC, id DESC LIMIT ${value(limit)}`;
};

interface Roles {
  readonly sender?: string;
  readonly recipient?: string;
}

/**
 * Walks the one index of these filters. Its expressions are those of the indexes (see the first migration): the filter columns
 * joined into one key, or, without a filter, the sum.
 */
const walk = ({ product, status, after, limit, value }: PageQuery, { sender, recipient }: Roles): string => {
  const filters = Object.entries({ senderHash: sender, recipientHash: recipient, status }).filter(
    ([, part]) => part !== undefined,
  );
  const createdAt = filters.length > 0 ? 'created_at' : '(created_at + 0)';
  // Written out, so that every plan knows which product's indexes serve, and how short a page is.
  const conditions = [`product = '${product}'`];
  if (filters.length > 0)
    conditions.push(
      `(${filters.map(([column]) => snakeCase(column)).join(' || ')}) = ${value(filters.map(([, part]) => part).join(''))}`,
    );
  // Keys of parties differ in length: two pairs can have one text.
  if (sender !== undefined && recipient !== undefined && sender.length !== recipient.length)
    conditions.push(`(sender_hash || '') = ${value(sender)}`);
  if (after !== undefined) conditions.push(`(${createdAt}, id) < (${value(after.createdAt)}, ${value(after.id)})`);
  // The inner order is the index's own, so that nothing is sorted.
  return `SELECT * FROM (
    SELECT ${COLUMNS}, ${createdAt} AS place FROM streams AS page WHERE ${conditions.join(' AND ')}
    ORDER BY ${createdAt} DESC, id DESC LIMIT ${plannedLimit(limit).toString()}) AS found
    ORDER BY place DESC, id DESC LIMIT ${value(limit)}`;
};

type MaybeRow = { [Column in keyof ListedRow]: ListedRow[Column] | null };

/** An empty page is one row that carries nothing but the total. */
const isStreamRow = <T extends MaybeRow>(row: T): row is T & ListedRow => row.id !== null;
