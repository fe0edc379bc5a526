import { sql, type AliasedExpression, type Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import { decodeCursor, encodeCursor, type CreationCursor } from '../cursor.js';
import { partyFilter, type PartyFilter, type StreamFilter } from './stream-filter.js';
import type { StreamRecord } from './stream-record.js';
import { toStreamRecord } from './stream-rows.js';
import type { StreamProduct, StreamsTable, StreamStatus } from './stream-tables.js';
import { totalOf } from './stream-totals.js';

export interface StreamPageRequest extends StreamFilter {
  /** Default `stream`. */
  readonly product?: StreamProduct | undefined;
  /** Most rows to return, at least 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

export interface StreamPage {
  /** Newest first. */
  readonly rows: readonly StreamRecord[];
  /** Exact number of streams behind the filter, on all pages together. */
  readonly total: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/**
 * One page of streams, newest first, and the exact total, from one snapshot in one round trip.
 * A page never repeats or skips a row because of streams made meanwhile, and costs the same at any depth.
 *
 * @throws InvalidCursorError
 */
export async function listStreams(db: Database, request: StreamPageRequest): Promise<StreamPage> {
  const after = request.cursor === undefined ? undefined : decodeCursor(request.cursor);
  const parties = partyFilter(request);
  if (parties.kind === 'none') return { rows: [], total: 0, nextCursor: null };

  const { product = 'stream' } = request;
  const page = pageQuery(db, { product, parties, status: request.status, after, limit: request.limit + 1 });
  const answer = await db
    .selectFrom(db.selectNoFrom(totalOf(product, parties, request.status).as('total')).as('counted'))
    .leftJoin(page, (join) => join.onTrue())
    .select('counted.total')
    .selectAll('page')
    .orderBy('page.created_at', 'desc')
    .orderBy('page.id', 'desc')
    .execute();

  const found = answer.filter(isStreamRow).map(toStreamRecord);
  const rows = found.slice(0, request.limit);
  const last = rows.at(-1);
  return {
    rows,
    total: Number(answer[0]?.total ?? 0n),
    nextCursor:
      last !== undefined && found.length > rows.length
        ? encodeCursor({ createdAt: BigInt(last.createdAt), id: last.id })
        : null,
  };
}

interface PageQuery {
  readonly product: StreamProduct;
  readonly parties: Exclude<PartyFilter, { kind: 'none' }>;
  readonly status: StreamStatus | undefined;
  readonly after: CreationCursor | undefined;
  readonly limit: number;
}

/**
 * "Either role" is two index walks merged; one walk over an OR would have to sort all of a busy party's streams.
 * A stream to oneself comes from both and is kept once.
 */
function pageQuery(db: Database, query: PageQuery): AliasedExpression<Selectable<StreamsTable>, 'page'> {
  const { parties, ...rest } = query;
  if (parties.kind === 'roles') return walk(db, { ...rest, ...parties }).as('page');
  const sent = walk(db, { ...rest, sender: parties.hash }).as('sent');
  const received = walk(db, { ...rest, recipient: parties.hash }).as('received');
  return db
    .selectFrom(db.selectFrom(sent).selectAll().unionAll(db.selectFrom(received).selectAll()).as('both'))
    .distinctOn(['created_at', 'id'])
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .as('page');
}

interface Walk extends Omit<PageQuery, 'parties'> {
  readonly sender?: string;
  readonly recipient?: string;
}

/**
 * A walk along the one index of these filters. Its expressions are those of the indexes (see the first migration):
 * the filter columns joined into one key, or, without a filter, the sum.
 */
function walk(db: Database, { product, sender, recipient, status, after, limit }: Walk) {
  const filters = Object.entries({ sender_hash: sender, recipient_hash: recipient, status }).filter(
    ([, value]) => value !== undefined,
  );
  const key = sql.join(
    filters.map(([column]) => sql.ref(column)),
    sql` || `,
  );
  const value = filters.map(([, part]) => part).join('');
  const createdAt = filters.length > 0 ? sql.ref<bigint>('created_at') : sql<bigint>`(created_at + 0)`;
  return (
    db
      .selectFrom('streams')
      .selectAll()
      // Written out, so that every plan knows which product's indexes serve.
      .where('product', '=', sql.lit(product))
      .$if(filters.length > 0, (query) => query.where(sql<boolean>`${key} = ${value}`))
      // Keys of parties differ in length: two pairs can have one text.
      .$if(sender !== undefined && recipient !== undefined && sender.length !== recipient.length, (query) =>
        query.where(sql<boolean>`(sender_hash || '') = ${sender}`),
      )
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(${createdAt}, id) < (${after?.createdAt}, ${after?.id})`),
      )
      .orderBy(createdAt, 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
  );
}

type MaybeRow = { [Column in keyof Selectable<StreamsTable>]: Selectable<StreamsTable>[Column] | null };

/** An empty page is one row that carries nothing but the total. */
const isStreamRow = <T extends MaybeRow>(row: T): row is T & Selectable<StreamsTable> => row.id !== null;
