import { type AliasedExpression, type Selectable, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { type CreationCursor, decodeCursor, encodeCursor } from '../cursor.js';
import type { StreamStatus, StreamsTable } from '../tables.js';
import { partyFilter, type PartyFilter, type StreamFilter } from './stream-filter.js';
import type { StreamRecord } from './stream-record.js';
import { toStreamRecord } from './stream-rows.js';
import { totalOf } from './stream-totals.js';

export interface StreamPageRequest extends StreamFilter {
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

  const page = pageQuery(db, { parties, status: request.status, after, limit: request.limit + 1 });
  const answer = await db
    .selectFrom(db.selectNoFrom(totalOf(parties, request.status).as('total')).as('counted'))
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
    nextCursor: last !== undefined && found.length > rows.length ? encodeCursor({ createdAt: BigInt(last.createdAt), id: last.id }) : null,
  };
}

interface PageQuery {
  readonly parties: Exclude<PartyFilter, { kind: 'none' }>;
  readonly status: StreamStatus | undefined;
  readonly after: CreationCursor | undefined;
  readonly limit: number;
}

/** "Either role" is two index walks merged; one walk over an OR would have to sort all of a busy party's streams. */
function pageQuery(db: Database, { parties, ...rest }: PageQuery): AliasedExpression<Selectable<StreamsTable>, 'page'> {
  if (parties.kind === 'roles') return roleQuery(db, { parties, ...rest }).as('page');
  const { hash } = parties;
  const sent = roleQuery(db, { parties: { kind: 'roles', sender: hash }, ...rest });
  const received = roleQuery(db, { parties: { kind: 'roles', recipient: hash }, ...rest }).where('sender_hash', '<>', hash);
  return db
    .selectFrom(db.selectFrom(sent.as('sent')).selectAll().unionAll(db.selectFrom(received.as('received')).selectAll()).as('both'))
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(rest.limit)
    .as('page');
}

function roleQuery(db: Database, { parties, status, after, limit }: PageQuery & { readonly parties: { readonly kind: 'roles' } }) {
  const { sender, recipient } = parties;
  return db
    .selectFrom('streams')
    .selectAll()
    .$if(sender !== undefined, (query) => query.where('sender_hash', '=', sender ?? ''))
    .$if(recipient !== undefined, (query) => query.where('recipient_hash', '=', recipient ?? ''))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'PENDING'))
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id})`))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

type MaybeRow = { [Column in keyof Selectable<StreamsTable>]: Selectable<StreamsTable>[Column] | null };

/** An empty page is one row that carries nothing but the total. */
const isStreamRow = <T extends MaybeRow>(row: T): row is T & Selectable<StreamsTable> => row.id !== null;
