import { sql } from 'kysely';
import type { AirdropStatus } from '@weir/api-contract/words';
import type { Database } from '../create-database.js';
import { type CountedPage, type Page, type PageRequest, placeOf, readPage } from '../sql/pages.js';
import { type CampaignRecord, derivedColumns, type LaneStep, toCampaignRecord, toLaneStep } from './airdrop-records.js';

/** Filters and place of a page of campaigns. */
export interface CampaignPageRequest extends PageRequest {
  /** Of any of these creators, each named once; see `partyKey`. */
  readonly creatorHashes?: readonly string[] | undefined;
  readonly status?: AirdropStatus | undefined;
}

/** Finds the campaigns that a page can have, by a walk along the index of each creator. */
const ofCreators = (creatorHashes: readonly string[], { status, limit, ...request }: CampaignPageRequest) => {
  const after = placeOf({ limit, ...request });
  return sql<boolean>`airdrop_campaigns.id IN (
    SELECT found.id FROM unnest(${creatorHashes}::text[]) AS creator (hash) CROSS JOIN LATERAL (
      SELECT id FROM airdrop_campaigns WHERE creator_hash = creator.hash
        ${status === undefined ? sql`` : sql`AND status = ${status}`}
        ${after === undefined ? sql`` : sql`AND (created_at, id) < (${after.createdAt}, ${after.id}::uuid)`}
      ORDER BY created_at DESC, id DESC LIMIT ${limit + 1}) AS found)`;
};

/** Lists campaigns by creator and status, newest first. @throws InvalidCursorError */
export async function listCampaigns(
  db: Database,
  { creatorHashes, status, ...request }: CampaignPageRequest,
): Promise<CountedPage<CampaignRecord>> {
  let page = db.selectFrom('airdropCampaigns').selectAll().select(derivedColumns);
  let count = db
    .selectFrom('airdropCounters')
    .select(sql<bigint>`coalesce(sum(campaigns), 0)`.as('total'))
    .where('creatorHash', 'in', creatorHashes ?? ['']);
  const [only, ...others] = creatorHashes ?? [];
  if (creatorHashes !== undefined && others.length > 0)
    page = page.where(ofCreators(creatorHashes, { status, ...request }));
  else if (only !== undefined) page = page.where('creatorHash', '=', only);
  if (status !== undefined) {
    page = page.where('status', '=', status);
    count = count.where('status', '=', status);
  }
  const [{ rows, nextCursor }, counted] = await Promise.all([readPage(page, request), count.executeTakeFirst()]);
  return { rows: rows.map(toCampaignRecord), nextCursor, total: Number(counted?.total ?? 0n) };
}

const bytes = (hashHex: string): Buffer => Buffer.from(hashHex, 'hex');

const selectClaims = (db: Database, campaignId: string) =>
  db
    .selectFrom('airdropSteps')
    .selectAll()
    .where('campaignId', '=', campaignId)
    // Word for word the condition of the partial indexes.
    .where(sql<boolean>`kind = 'claim'`);

/** Lists claims of a campaign, newest first. @throws InvalidCursorError */
export async function listClaims(db: Database, campaignId: string, request: PageRequest): Promise<Page<LaneStep>> {
  const { rows, nextCursor } = await readPage(selectClaims(db, campaignId), request);
  return { rows: rows.map(toLaneStep), nextCursor };
}

/** Lists claims of one recipient of a campaign, oldest first. @param recipientHash hex */
export async function claimsBy(db: Database, campaignId: string, recipientHash: string): Promise<readonly LaneStep[]> {
  const rows = await selectClaims(db, campaignId)
    .where('recipientHash', '=', bytes(recipientHash))
    .orderBy('count')
    .execute();
  return rows.map(toLaneStep);
}

/** A row of a funded whitelist. */
export interface ListedRecipient {
  readonly row: number;
  readonly amount: bigint;
}

/** Finds a recipient's row of a funded whitelist; undefined when there is none. @param recipientHash hex */
export async function findRecipient(
  db: Database,
  campaignId: string,
  recipientHash: string,
): Promise<ListedRecipient | undefined> {
  return db
    .selectFrom('airdropRecipients')
    .select(['rowNumber as row', 'amount'])
    .where('recipientHash', '=', bytes(recipientHash))
    .where('campaignId', '=', campaignId)
    .executeTakeFirst();
}

/** Finds the rows of several recipients of a funded whitelist. @param recipientHashes hex @returns by hash, hex */
export async function findRecipients(
  db: Database,
  campaignId: string,
  recipientHashes: readonly string[],
): Promise<ReadonlyMap<string, ListedRecipient>> {
  if (recipientHashes.length === 0) return new Map();
  const rows = await db
    .selectFrom('airdropRecipients')
    .select(['recipientHash', 'rowNumber as row', 'amount'])
    .where(sql<boolean>`recipient_hash = ANY(${recipientHashes.map(bytes)}::bytea[])`)
    .where('campaignId', '=', campaignId)
    .execute();
  return new Map(rows.map(({ recipientHash, ...listed }) => [recipientHash.toString('hex'), listed]));
}
