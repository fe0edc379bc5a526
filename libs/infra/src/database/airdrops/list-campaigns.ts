import { type RawBuilder, sql } from 'kysely';
import type { AirdropStatus } from '@weir/api-contract/words';
import type { Database } from '../create-database.js';
import { type CountedPage, type Page, type PageRequest, placeOf, readPage } from '../pages.js';
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

/** A campaign that an address can claim from, and what one claim pays, base units. */
export interface ClaimableCampaign {
  readonly campaign: CampaignRecord;
  readonly amount: bigint;
  readonly claimed: number;
  /** How many claims the lane that pays the address still pays. */
  readonly laneLeft: number;
}

/** The address that campaigns are searched for, and when. */
interface ClaimerAt {
  /** Hex. */
  readonly recipientHash: string;
  /** Unix seconds. */
  readonly at: number;
}

export interface ClaimableRequest extends PageRequest, ClaimerAt {
  /** Whether private lists are searched too: only for the address itself. */
  readonly withPrivateLists: boolean;
  /** Only this campaign. */
  readonly campaignId?: string | undefined;
}

/**
 * The lane that pays an address, as the contracts have it: of a list by its row, else by the first 64 bits of a digest,
 * little-endian. The number of lanes is a power of two up to 256, so that the first byte says it.
 */
const ownLane = (hash: Buffer) => sql<number>`CASE WHEN airdrop_campaigns.lanes = 1 THEN 0
  WHEN require_kyc THEN airdrop_recipients.row_number % airdrop_campaigns.lanes
  ELSE get_byte(sha256(convert_to(nonce, 'UTF8') || ${hash}::bytea), 0) % airdrop_campaigns.lanes END`;

/**
 * Selects funded campaigns that have not ended and from which an address has a claim left, started or not: those that list it, and those
 * open to everybody; not those whose lane for the address is closed or used up.
 */
const selectClaimable = (db: Database, { recipientHash, at }: ClaimerAt) => {
  const hash = bytes(recipientHash);
  const claimed = sql<number>`(SELECT count(*) FROM airdrop_steps AS step
    WHERE step.recipient_hash = ${hash} AND step.campaign_id = airdrop_campaigns.id AND step.kind = 'claim')`;
  return db
    .selectFrom('airdropCampaigns')
    .leftJoin('airdropRecipients', (join) =>
      join.onRef('airdropRecipients.campaignId', '=', 'airdropCampaigns.id').on('recipientHash', '=', hash),
    )
    .innerJoin('airdropLanes as own', (join) =>
      join.onRef('own.campaignId', '=', 'airdropCampaigns.id').on('own.lane', '=', ownLane(hash)),
    )
    .selectAll('airdropCampaigns')
    .select(derivedColumns)
    .select(['airdropRecipients.amount as listedAmount', claimed.as('ownClaims')])
    .select(sql<number>`own.claims_due - own.claims`.as('laneLeft'))
    .where('status', '=', 'ACTIVE')
    .where((eb) => eb.or([eb('endDate', 'is', null), eb('endDate', '>', at)]))
    .where((eb) => eb.or([eb('requireKyc', '=', false), eb('airdropRecipients.rowNumber', 'is not', null)]))
    .where(claimed, '<', sql<number>`max_claims_per_address`)
    .where('own.closed', '=', false)
    .whereRef('own.claims', '<', 'own.claimsDue');
};

const toClaimable = (
  row: Awaited<ReturnType<ReturnType<typeof selectClaimable>['executeTakeFirstOrThrow']>>,
): ClaimableCampaign => ({
  campaign: toCampaignRecord(row),
  amount: row.listedAmount ?? row.amountPerClaim ?? 0n,
  claimed: row.ownClaims,
  laneLeft: row.laneLeft,
});

/**
 * Lists running campaigns from which an address has a claim left, newest first: those that list it, and those open to everybody.
 *
 * @throws InvalidCursorError
 */
export async function listClaimable(
  db: Database,
  { withPrivateLists, campaignId, recipientHash, at, ...request }: ClaimableRequest,
): Promise<Page<ClaimableCampaign>> {
  let page = selectClaimable(db, { recipientHash, at })
    .where('startDate', '<=', at)
    .where((eb) => eb.or([eb('requireKyc', '=', false), eb('publicList', '=', true), eb.lit(withPrivateLists)]));
  if (campaignId !== undefined) page = page.where('airdropCampaigns.id', '=', campaignId);
  const { rows, nextCursor } = await readPage(page, request);
  return { rows: rows.map(toClaimable), nextCursor };
}

/** Which of the lists that name an address are read. */
export interface ListedRequest extends ClaimerAt {
  /** Only campaigns that start after this, or were funded after `fundedAfter`; Unix seconds. */
  readonly startsAfter: number;
  readonly fundedAfter: number;
  readonly limit: number;
}

const selectListed = (db: Database, { startsAfter, fundedAfter, limit, ...claimer }: ListedRequest) =>
  selectClaimable(db, claimer)
    // What is open to everybody has no row, and concerns nobody in particular.
    .where('airdropRecipients.rowNumber', 'is not', null)
    .where((eb) => eb.or([eb('startDate', '>', startsAfter), eb('activatedAt', '>', fundedAfter)]))
    .orderBy('activatedAt', 'desc')
    .orderBy('airdropCampaigns.id', 'desc')
    .limit(limit);

/** Returns the query of {@link listListed}, for its plan. */
export const listedQuery = (db: Database, request: ListedRequest): RawBuilder<unknown> =>
  sql`${selectListed(db, request)}`;

/**
 * Lists funded campaigns whose lists, private ones too, name an address that has a claim left, started or not. It is read from the rows of
 * the address.
 */
export async function listListed(db: Database, request: ListedRequest): Promise<readonly ClaimableCampaign[]> {
  const rows = await selectListed(db, request).execute();
  return rows.map(toClaimable);
}
