import { type SelectQueryBuilder, sql } from 'kysely';
import { InvalidCursorError } from './database-errors.js';

/** Which page of a list is read. */
export interface PageRequest {
  /** Most rows to return, at least 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of a list, newest first. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** A page with the exact number of rows behind the filter, on all pages together. */
export interface CountedPage<Row> extends Page<Row> {
  readonly total: number;
}

/** A place in a list ordered by creation: the last row already seen. */
export interface CreationCursor {
  /** Unix seconds; of a list by amount satoshis. */
  readonly createdAt: number;
  /** Row id, a uuid; breaks ties within a second. */
  readonly id: string;
}

const MAX_LENGTH = 200;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
/** Seconds, or satoshis. */
const PLACE = /^\d{1,16}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Encodes a cursor as opaque text that is safe in a URL. */
export const encodeCursor = ({ createdAt, id }: CreationCursor): string =>
  Buffer.from(JSON.stringify([createdAt.toString(), id])).toString('base64url');

/** Reads back what {@link encodeCursor} wrote. @throws InvalidCursorError for anything else */
export function decodeCursor(text: string): CreationCursor {
  if (text.length > MAX_LENGTH || !BASE64URL.test(text)) throw new InvalidCursorError();
  const parts = parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parts) || parts.length !== 2) throw new InvalidCursorError();
  const [createdAt, id] = parts as unknown[];
  if (typeof createdAt !== 'string' || !PLACE.test(createdAt)) throw new InvalidCursorError();
  if (typeof id !== 'string' || !UUID.test(id)) throw new InvalidCursorError();
  return { createdAt: Number(createdAt), id };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidCursorError();
  }
}

/** Returns the place that a page begins after; undefined of the first page. @throws InvalidCursorError */
export const placeOf = ({ cursor }: PageRequest): CreationCursor | undefined =>
  cursor === undefined ? undefined : decodeCursor(cursor);

/** Cuts a page off a list that was read one row further. */
export const cutPage = <Row extends CreationCursor>(found: readonly Row[], limit: number) => {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  return { rows, nextCursor: last !== undefined && found.length > limit ? encodeCursor(last) : null };
};

/** Reads a page of a query, newest first. @throws InvalidCursorError */
export const readPage = async <DB, TB extends keyof DB, Row extends CreationCursor>(
  query: SelectQueryBuilder<DB, TB, Row>,
  request: PageRequest,
) => {
  const after = placeOf(request);
  const rest = after && query.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`);
  const found = await (rest ?? query)
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(request.limit + 1)
    .execute();
  return cutPage(found, request.limit);
};
