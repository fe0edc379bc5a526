import { sql } from 'kysely';
import type { AirdropStatus } from '@weir/api-contract/words';
import type { Database } from '../create-database.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { derivedColumns, toCampaignRecord, type CampaignRecord } from './campaign-record.js';

/** Filters and place of a page of campaigns. */
export interface CampaignPageRequest {
  /** Hex. */
  readonly creatorHash?: string | undefined;
  readonly status?: AirdropStatus | undefined;
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A page of campaigns with the exact total. */
export interface CampaignPage {
  /** Newest first. */
  readonly rows: readonly CampaignRecord[];
  /** Exact, over all pages. */
  readonly total: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

/** Cuts a page off a list that was read one row further. */
export const cutPage = <T extends { readonly id: string; readonly createdAt: number }>(
  found: readonly T[],
  limit: number,
) => {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const nextCursor =
    last !== undefined && found.length > limit ? encodeCursor({ createdAt: last.createdAt, id: last.id }) : null;
  return { rows, nextCursor };
};

/** Lists campaigns by creator and status, newest first. @throws InvalidCursorError */
export async function listCampaigns(
  db: Database,
  { creatorHash, status, limit, cursor }: CampaignPageRequest,
): Promise<CampaignPage> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  let page = db.selectFrom('airdropCampaigns').selectAll().select(derivedColumns);
  let count = db
    .selectFrom('airdropCounters')
    .select(sql<bigint>`coalesce(sum(campaigns), 0)`.as('total'))
    .where('creatorHash', '=', creatorHash ?? '');
  if (creatorHash !== undefined) page = page.where('creatorHash', '=', creatorHash);
  if (status !== undefined) {
    page = page.where('status', '=', status);
    count = count.where('status', '=', status);
  }
  if (after !== undefined) page = page.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id})`);
  const [rows, counted] = await Promise.all([
    page
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit + 1)
      .execute(),
    count.executeTakeFirst(),
  ]);
  return { ...cutPage(rows.map(toCampaignRecord), limit), total: Number(counted?.total ?? 0n) };
}
