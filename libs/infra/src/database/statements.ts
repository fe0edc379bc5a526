import { type Kysely, type RawBuilder, sql } from 'kysely';
import { v7 } from 'uuid';
import type { Database } from './create-database.js';
import { InvalidCursorError } from './database-errors.js';

/**
 * Runs a statement that deletes so many rows at most until it finds fewer: one that deletes all may take longer than a statement may.
 *
 * @param limit that of the statement
 */
export const deleteInBatches = async (db: Database, limit: number, statement: RawBuilder<unknown>): Promise<void> => {
  for (let deleted = limit; deleted === limit;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    deleted = Number(numAffectedRows);
  }
};

/**
 * Runs reads that belong together on one snapshot: all of them see the database as it stood at the first, whoever writes
 * meanwhile. Takes one connection; `read` must ask for nothing outside of the snapshot while it holds it.
 */
export const readSnapshot = <Schema, T>(
  db: Kysely<Schema>,
  read: (snapshot: Kysely<Schema>) => Promise<T>,
): Promise<T> => db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read);

/** Unix seconds of the transaction's start, rounded down: the next second has not come yet. */
export const NOW = sql<number>`floor(extract(epoch FROM now()))::bigint`;

/**
 * Returns a moment of the service's clock, but never before another that the database's clock set (the two may differ):
 * nothing is activated before it was created.
 *
 * @param moment Unix seconds
 * @param floor what it must not lie before, in the row that is updated
 */
export const notBefore = (moment: number, floor: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`greatest(${moment}::bigint, ${floor})`;

/** Groups rows by a key, each group in the order of the rows. */
export function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string): ReadonlyMap<string, readonly Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return groups;
}

/** A place in a list ordered by creation, newest first: the last row already seen. */
export interface CreationCursor {
  /** Unix seconds. */
  readonly createdAt: number;
  /** Row id, a uuid; breaks ties within a second. */
  readonly id: string;
}

const MAX_LENGTH = 200;
const BASE64URL = /^[A-Za-z0-9_-]+$/;
const SECONDS = /^\d{1,15}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Encodes a cursor as opaque text that is safe in a URL. */
export function encodeCursor({ createdAt, id }: CreationCursor): string {
  return Buffer.from(JSON.stringify([createdAt.toString(), id])).toString('base64url');
}

/**
 * Reads back what {@link encodeCursor} wrote.
 * @throws InvalidCursorError for anything else
 */
export function decodeCursor(text: string): CreationCursor {
  if (text.length > MAX_LENGTH || !BASE64URL.test(text)) throw new InvalidCursorError();
  const parts = parseJson(Buffer.from(text, 'base64url').toString('utf8'));
  if (!Array.isArray(parts) || parts.length !== 2) throw new InvalidCursorError();
  const [createdAt, id] = parts as unknown[];
  if (typeof createdAt !== 'string' || !SECONDS.test(createdAt)) throw new InvalidCursorError();
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

/** Makes a row id: a uuid that grows with time, so that rows of one second keep their order. */
export const newId = (): string => v7();

/** The uuid before all others: a page that begins after it is the first. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';
