import { sql, type Selectable } from 'kysely';
import type { Database } from '../create-database.js';
import { decodeCursor, encodeCursor, type CreationCursor } from '../cursor.js';
import { withMembers } from './vault-members.js';
import type { VaultRecord } from './vault-record.js';
import type { VaultsTable } from './vault-tables.js';

/** Viewer and place of a page of vaults. */
export interface VaultPageRequest {
  /** The viewer's 20-byte hash, hex. */
  readonly hash: string;
  /** Most rows to return, at least 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of vaults. */
export interface VaultPage {
  /** Newest first. */
  readonly rows: readonly VaultRecord[];
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

type Row = Selectable<VaultsTable>;

/** Two walks in the order of the pages: vaults the viewer belongs to, in any role, and public ones. */
const own = (db: Database, hash: string, limit: number, after: CreationCursor | undefined) =>
  db
    .selectFrom(
      db
        .selectFrom('vaultMembers')
        .select(['createdAt', 'vaultId'])
        .distinct()
        .where('hash', '=', hash)
        .$if(after !== undefined, (query) =>
          query.where(sql<boolean>`(created_at, vault_id) < (${after?.createdAt}, ${after?.id})`),
        )
        .orderBy('createdAt', 'desc')
        .orderBy('vaultId', 'desc')
        .limit(limit)
        .as('mine'),
    )
    .innerJoin('vaults', 'vaults.id', 'mine.vaultId')
    .selectAll('vaults')
    .execute();

const published = (db: Database, limit: number, after: CreationCursor | undefined) =>
  db
    .selectFrom('vaults')
    .selectAll()
    .where(sql<boolean>`is_public`)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id})`),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

const newestFirst = (a: Row, b: Row): number => {
  if (a.createdAt !== b.createdAt) return a.createdAt > b.createdAt ? -1 : 1;
  return a.id > b.id ? -1 : Number(a.id < b.id);
};

const merged = (...walks: readonly (readonly Row[])[]): Row[] =>
  [...new Map(walks.flat().map((row) => [row.id, row])).values()].sort(newestFirst);

const cursorOf = (row: Row | undefined): string | null =>
  row === undefined ? null : encodeCursor({ createdAt: row.createdAt, id: row.id });

/**
 * Reads one page of the vaults a viewer may see: those they belong to, and the public ones. Costs the same at any depth.
 *
 * @throws InvalidCursorError
 */
export async function listVaults(db: Database, { hash, limit, cursor }: VaultPageRequest): Promise<VaultPage> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const found = merged(...(await Promise.all([own(db, hash, limit + 1, after), published(db, limit + 1, after)])));
  const page = found.slice(0, limit);
  return { rows: await withMembers(db, page), nextCursor: found.length > limit ? cursorOf(page.at(-1)) : null };
}

/**
 * Reads the vaults that a viewer may see in one page: up to `limit` of their own, so that strangers' public vaults
 * cannot displace them, and up to `limit` public ones. The cursor starts where the first of the two was cut off: later
 * pages may repeat rows but lose none.
 */
export async function listVaultsAtOnce(
  db: Database,
  { hash, limit }: Omit<VaultPageRequest, 'cursor'>,
): Promise<VaultPage> {
  const walks = (await Promise.all([own(db, hash, limit + 1, undefined), published(db, limit + 1, undefined)])).map(
    (rows) => rows.sort(newestFirst),
  );
  const cuts = walks.filter((rows) => rows.length > limit).flatMap((rows) => rows.slice(limit - 1, limit));
  const rows = merged(...walks.map((walk) => walk.slice(0, limit)));
  return { rows: await withMembers(db, rows), nextCursor: cursorOf(cuts.sort(newestFirst).at(0)) };
}
