import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../create-database.js';
import { encodeCursor, type Page, type PageRequest, placeOf } from '../sql/pages.js';
import { type CampaignRecord, derivedColumns, toCampaignRecord } from './airdrop-records.js';

/** A campaign that an address can claim from, and what one claim pays, base units. */
export interface ClaimableCampaign {
  readonly campaign: CampaignRecord;
  /** Hex. */
  readonly recipientHash: string;
  readonly amount: bigint;
  readonly claimed: number;
  /** How many claims the lane that pays the address still pays. */
  readonly laneLeft: number;
}

/** The addresses that campaigns are searched for, and when. */
interface ClaimersAt {
  /** Hex, each named once. */
  readonly recipientHashes: readonly string[];
  /** Unix seconds. */
  readonly at: number;
}

/** Whether a list says who claims, or everybody may. */
export type ClaimableKind = 'listed' | 'open';

export interface ClaimableRequest extends PageRequest, ClaimersAt {
  /** Those whose rows of private lists are found, too: only by who they are. Hex. */
  readonly privateHashes: readonly string[];
  /** Only this campaign. */
  readonly campaignId?: string | undefined;
  /** By default both. */
  readonly kind?: ClaimableKind | undefined;
}

/** What is found of one address in one campaign. */
interface Claimer {
  readonly hash: Buffer;
  readonly listedAmount: bigint | null;
  readonly ownClaims: number;
  readonly laneLeft: number;
}

const toBytes = (hashes: readonly string[]): RawBuilder<unknown> =>
  sql`${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[]`;

const CLAIMED = sql`(SELECT count(*) FROM airdrop_steps AS step
  WHERE step.recipient_hash = claimer.hash AND step.campaign_id = airdrop_campaigns.id AND step.kind = 'claim')`;

/**
 * Selects those who have a claim left in a campaign, and a lane that pays it, which is not closed or used up. OFFSET has the lanes
 * looked up one by one: the addresses stay in their order.
 */
const withClaimLeft = (amount: RawBuilder<unknown>, claimers: RawBuilder<unknown>, lane: RawBuilder<unknown>) => sql`
  SELECT claimer.hash, ${amount} AS listed_amount, ${CLAIMED} AS own_claims, own.lane_left FROM ${claimers}
  CROSS JOIN LATERAL (
    SELECT claims_due - claims AS lane_left FROM airdrop_lanes
    WHERE campaign_id = airdrop_campaigns.id AND lane = ${lane} % airdrop_campaigns.lanes AND NOT closed AND claims < claims_due
    OFFSET 0) AS own
  WHERE ${CLAIMED} < max_claims_per_address`;

/** Each address that a list names. The planner reads it from the rows of the addresses. */
const listed = (hashes: readonly string[]) =>
  withClaimLeft(
    sql`listed.amount`,
    sql`unnest(${toBytes(hashes)}) AS claimer (hash)
      JOIN airdrop_recipients AS listed ON listed.recipient_hash = claimer.hash AND listed.campaign_id = airdrop_campaigns.id`,
    sql`listed.row_number`,
  );

/**
 * The first of the addresses, of a campaign open to everybody. Its lane is that of the contracts: by the first 64 bits of a digest,
 * little-endian; the number of lanes is a power of two up to 256, so that the first byte says it.
 */
const open = (hashes: readonly string[]) => sql`
  ${withClaimLeft(
    sql`NULL::numeric`,
    sql`unnest(${toBytes(hashes)}) AS claimer (hash)`,
    sql`get_byte(sha256(convert_to(nonce, 'UTF8') || claimer.hash), 0)`,
  )} LIMIT 1`;

/** Selects funded campaigns that have not ended and from which an address has a claim left, started or not. */
const selectClaimable = (db: Database, kind: ClaimableKind, { recipientHashes, at }: ClaimersAt) =>
  db
    .selectFrom('airdropCampaigns')
    .innerJoinLateral(sql<Claimer>`(${{ listed, open }[kind](recipientHashes)})`.as<'claimer'>(sql`claimer`), (join) =>
      join.onTrue(),
    )
    .selectAll('airdropCampaigns')
    .select(derivedColumns)
    .select(['claimer.hash', 'claimer.listedAmount', 'claimer.ownClaims', 'claimer.laneLeft'])
    // Word for word the condition of the partial index.
    .where(
      kind === 'open'
        ? sql<boolean>`status = 'ACTIVE' AND NOT require_kyc`
        : sql<boolean>`status = 'ACTIVE' AND require_kyc`,
    )
    .where((eb) => eb.or([eb('endDate', 'is', null), eb('endDate', '>', at)]));

type Row = Awaited<ReturnType<ReturnType<typeof selectClaimable>['executeTakeFirstOrThrow']>>;

const toClaimable = (row: Row): ClaimableCampaign => ({
  campaign: toCampaignRecord(row),
  recipientHash: row.hash.toString('hex'),
  amount: row.listedAmount ?? row.amountPerClaim ?? 0n,
  claimed: row.ownClaims,
  laneLeft: row.laneLeft,
});

/** Selects the rows of a page of one kind, and of the campaign at which it is cut all. */
const selectPage = (db: Database, kind: ClaimableKind, { privateHashes, campaignId, ...request }: ClaimableRequest) => {
  const after = placeOf(request);
  let page = selectClaimable(db, kind, request)
    .where('startDate', '<=', request.at)
    .orderBy('createdAt', 'desc')
    .orderBy('airdropCampaigns.id', 'desc')
    .limit(request.limit + (kind === 'open' ? 1 : request.recipientHashes.length));
  if (kind === 'listed')
    page = page.where(sql<boolean>`(public_list OR claimer.hash = ANY(${toBytes(privateHashes)}))`);
  if (campaignId !== undefined) page = page.where('airdropCampaigns.id', '=', campaignId);
  if (after !== undefined) page = page.where(sql<boolean>`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`);
  return page;
};

/** Returns the query of a page of one kind, for its plan. */
export const claimableQuery = (db: Database, kind: ClaimableKind, request: ClaimableRequest): RawBuilder<unknown> =>
  sql`${selectPage(db, kind, request)}`;

const newestFirst = (a: CampaignRecord, b: CampaignRecord): number =>
  b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0);

/**
 * Lists running campaigns from which one of some addresses has a claim left, newest first: of lists each row of theirs, in their order,
 * and those open to everybody once, for the first that can. A page has all rows of each of its campaigns: more than its limit where those of
 * its first campaign are more.
 *
 * @throws InvalidCursorError
 */
export async function listClaimable(db: Database, request: ClaimableRequest): Promise<Page<ClaimableCampaign>> {
  const { kind, limit, recipientHashes } = request;
  const kinds = kind === undefined ? (['listed', 'open'] as const) : [kind];
  const found = (await Promise.all(kinds.map((each) => selectPage(db, each, request).execute())))
    .flat()
    .map(toClaimable)
    .sort(
      (a, b) =>
        newestFirst(a.campaign, b.campaign) ||
        recipientHashes.indexOf(a.recipientHash) - recipientHashes.indexOf(b.recipientHash),
    );
  const idAt = (place: number): string | undefined => found[place]?.campaign.id;
  let end = Math.min(limit, found.length);
  while (end > 0 && idAt(end) === idAt(end - 1)) end -= 1;
  if (end === 0) end = found.filter(({ campaign }) => campaign.id === idAt(0)).length;
  const last = found[end - 1]?.campaign;
  return {
    rows: found.slice(0, end),
    nextCursor: last !== undefined && end < found.length ? encodeCursor(last) : null,
  };
}

/** Which of the lists that name an address are read. */
export interface ListedRequest extends ClaimersAt {
  /** Only campaigns that start after this, or were funded after `fundedAfter`; Unix seconds. */
  readonly startsAfter: number;
  readonly fundedAfter: number;
  readonly limit: number;
}

// What is open to everybody has no row, and concerns nobody in particular.
const selectListed = (db: Database, { startsAfter, fundedAfter, limit, ...claimers }: ListedRequest) =>
  selectClaimable(db, 'listed', claimers)
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
