import { type RawBuilder, sql } from 'kysely';
import { TOKEN_TYPES, type Activity } from '@weir/kinds';
import type { Database } from '../create-database.js';
import { encodeCursor, type Page, placeOf } from '../sql/pages.js';
import { type ActivityFilter, type ActivityRecord, statusesOf } from './activity.js';
import {
  activitiesOf,
  activityById,
  type ActivityPageRequest,
  activityWalks,
  CURRENCY_PAYMENTS,
  directionOf,
  type PagePart,
  SOURCES,
} from './list-activity.js';

/** Most matches in one table that are sorted. Beyond it a word is common: then rows are looked at one after another. */
const MAX_SORTED = 10_000;
/** How many rows one page looks at for a common word. */
const EXAMINED = 5_000;

/** Where the words of some products are, and which of them, as the indexes have it. */
const TEXTS = [
  {
    activity: sql`CASE product WHEN 'payment' THEN 'PAYMENT' ELSE 'STREAM' END`,
    table: sql`streams`,
    words: SOURCES.STREAM.words,
    where: sql`(description IS NOT NULL OR recipient_name IS NOT NULL)`,
  },
  {
    activity: sql`'AIRDROP'`,
    table: sql`airdrop_campaigns`,
    words: SOURCES.AIRDROP.words,
    where: sql`true`,
  },
  {
    activity: sql`'TREASURY'`,
    table: sql`vault_proposals`,
    words: SOURCES.TREASURY.words,
    where: sql`is_public AND reason IS NOT NULL`,
  },
  {
    activity: sql`'CURRENCY_PAYMENT'`,
    table: CURRENCY_PAYMENTS,
    words: SOURCES.CURRENCY_PAYMENT.words,
    where: sql`recipient_name IS NOT NULL`,
  },
] as const;

const keysOf = (activity: Activity, { tokenType, status }: ActivityFilter): string[] =>
  (tokenType === undefined ? TOKEN_TYPES : [tokenType]).flatMap((type) =>
    statusesOf(activity, status).map((own) => activity + type + own),
  );

/** What a page shows, by id in its order, and where the next one begins. */
interface FoundIds {
  readonly ids: readonly string[];
  readonly nextCursor: string | null;
}

interface FoundRow {
  readonly id: string | null;
  readonly place: number;
}

const cut = (found: readonly (FoundRow & { readonly id: string })[], limit: number): FoundIds => {
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    ids: shown.map(({ id }) => id),
    nextCursor:
      last !== undefined && found.length > limit ? encodeCursor({ createdAt: last.place, id: last.id }) : null,
  };
};

const isFound = <Row extends FoundRow>(row: Row): row is Row & { readonly id: string } => row.id !== null;

/** Finds a page of all that matches, by the indexes of words; undefined for common words. */
const findRare = async (
  db: Database,
  filter: ActivityFilter,
  query: RawBuilder<unknown>,
  { after, from = 0, to = Number.MAX_SAFE_INTEGER, ...part }: PagePart,
): Promise<FoundIds | undefined> => {
  const direction = directionOf(part);
  const keys = activitiesOf(filter).flatMap((activity) => keysOf(activity, filter));
  const further =
    after === undefined ? sql`` : sql`AND (created_at, id) ${direction.after} (${after.createdAt}, ${after.id}::uuid)`;
  const matched = TEXTS.map(
    ({ activity, table, words, where }) => sql`
      (SELECT ${activity} AS activity, id, token_type, status, created_at FROM ${table}
       WHERE to_tsvector('simple', ${words}) @@ ${query} AND ${where} LIMIT ${MAX_SORTED + 1})`,
  );
  const { rows } = await sql<FoundRow & { readonly most: number }>`
    WITH matched AS MATERIALIZED (${sql.join(matched, sql` UNION ALL `)})
    SELECT sizes.most, page.id, page.created_at AS place
    FROM (SELECT coalesce(max(size), 0) AS most
      FROM (SELECT count(*) AS size FROM matched GROUP BY CASE activity WHEN 'PAYMENT' THEN 'STREAM' ELSE activity END) AS each_size) AS sizes
    LEFT JOIN LATERAL (
      SELECT id, created_at FROM matched
      WHERE (activity || token_type || status) = ANY(${keys}::text[]) AND created_at BETWEEN ${from} AND ${to} ${further}
      ORDER BY created_at ${direction.order}, id ${direction.order} LIMIT ${part.limit + 1}) AS page ON true`.execute(
    db,
  );
  return (rows[0]?.most ?? 0) > MAX_SORTED ? undefined : cut(rows.filter(isFound), part.limit);
};

/**
 * Finds a page of a common word among the next rows of the filter. It may be shorter than asked for, or empty, and still have a next
 * one: that goes on behind the last row that was looked at.
 */
const findCommon = async (
  db: Database,
  filter: ActivityFilter,
  query: RawBuilder<unknown>,
  part: PagePart,
): Promise<FoundIds> => {
  const walks = activityWalks(filter, { ...part, limit: EXAMINED });
  if (walks === undefined) return { ids: [], nextCursor: null };
  const { order, reverse } = directionOf(part);
  const { rows } = await sql<FoundRow & { readonly examined: number; readonly isLast: boolean }>`
    WITH examined AS MATERIALIZED (
      SELECT id, place, words FROM (${walks}) AS merged ORDER BY place ${order}, id ${order} LIMIT ${EXAMINED})
    (SELECT id, place, false AS is_last, 0 AS examined FROM examined WHERE to_tsvector('simple', words) @@ ${query}
     ORDER BY place ${order}, id ${order} LIMIT ${part.limit + 1})
    UNION ALL
    (SELECT id, place, true, (SELECT count(*) FROM examined)::integer FROM examined ORDER BY place ${reverse}, id ${reverse} LIMIT 1)`.execute(
    db,
  );
  const page = cut(rows.filter(({ isLast }) => !isLast).filter(isFound), part.limit);
  const last = rows.filter(({ isLast }) => isLast).find(isFound);
  if (page.nextCursor !== null || last === undefined || last.examined < EXAMINED) return page;
  return { ...page, nextCursor: encodeCursor({ createdAt: last.place, id: last.id }) };
};

/**
 * Lists one page of the records whose public words match: titles and descriptions, names of recipients, reasons of proposals of
 * public vaults. Its cost is bounded, however common a word is.
 *
 * @param request.words as Postgres reads a `tsquery`
 * @throws InvalidCursorError
 */
export const searchActivity = async (
  db: Database,
  { words, ...request }: ActivityPageRequest & { readonly words: string },
): Promise<Page<ActivityRecord>> => {
  const { limit, sort, from, to } = request;
  const query = sql`to_tsquery('simple', ${words})`;
  const part: PagePart = { after: placeOf(request), limit, sort, from, to };
  const found = (await findRare(db, request, query, part)) ?? (await findCommon(db, request, query, part));
  const rows = await activityById(db, request, found.ids, sort);
  return { rows, nextCursor: found.nextCursor };
};
