import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { eventsOf, latestEventsOf, replacementOf } from '../events/resource-events.js';
import { keepAnswer, type IdempotentResponse } from '../idempotency/idempotency.repository.js';
import { transactionInTurn } from '../locks/transaction-in-turn.js';
import { admitted, type Admission } from '../quotas/admission.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import type { PageRequest } from '../sql/pages.js';
import { newId, nextDisplayId, NIL_ID, readSnapshot, NOW } from '../sql/statements.js';
import type { Outpoint } from '../transitions/transition-record.js';
import {
  derivedColumns,
  toCampaignRecord,
  toNewCampaignRow,
  type CampaignRecord,
  type NewCampaign,
  toLaneStep,
} from './airdrop-records.js';
import { createCampaignScope, selectCampaign, type CampaignScope, loseFunding, type LostFunding } from './campaigns.js';
import { type ClaimableRequest, listClaimable, listListed, type ListedRequest } from './claimable-campaigns.js';
import { claimsWithoutLock, locksWithoutClaim, removeStrayLocks } from './claimed-locks.js';
import {
  createLaneScope,
  lockLane,
  selectLane,
  selectLanes,
  type LaneScope,
  listClosingLanes,
  listWatchedLanes,
  lostCampaignFundings,
  type WatchedLanesRequest,
} from './lanes.js';
import {
  claimsBy,
  findRecipient,
  findRecipients,
  listClaims,
  listCampaigns,
  type CampaignPageRequest,
} from './list-campaigns.js';
import { readNodes, readTree, rowsOfTree, storedList, type TreeBytes, findTree, treesOf } from './trees.js';

/** How many rolled back steps are read with a campaign. */
const ROLLED_BACK = 100;

export function createAirdropsRepository(db: Database) {
  const campaigns = db.selectFrom('airdropCampaigns').selectAll().select(derivedColumns);
  const steps = db.selectFrom('airdropSteps').selectAll();
  return {
    /** Stores a PENDING campaign and gives it its ids. @throws QuotaExceededError */
    insert: (campaign: NewCampaign, admission?: Admission, kept?: IdempotentResponse<CampaignRecord>) =>
      admitted(db, { kind: 'airdrop_campaigns', admission }, async (transaction, counted) => {
        const row = {
          ...toNewCampaignRow(campaign),
          ...counted,
          id: newId(),
          campaignId: nextDisplayId('DROP', 'airdrop_number'),
        };
        const stored = await transaction
          .insertInto('airdropCampaigns')
          .values(row)
          .returningAll()
          .returning(derivedColumns)
          .executeTakeFirstOrThrow();
        return keepAnswer(transaction, toCampaignRecord(stored), kept);
      }),
    findById: (id: string) => selectCampaign(db, id),
    async findByClaimToken(token: string) {
      const row = await campaigns.where('claimToken', '=', token).executeTakeFirst();
      return row && toCampaignRecord(row);
    },
    /** @throws InvalidCursorError */
    list: (request: CampaignPageRequest) => readSnapshot(db, (snapshot) => listCampaigns(snapshot, request)),
    /**
     * Reads a campaign with a page of its claims and the latest rolled back steps, from one snapshot. @throws InvalidCursorError
     */
    withClaims: (id: string, page: PageRequest) =>
      readSnapshot(db, async (snapshot) => {
        const campaign = await selectCampaign(snapshot, id);
        if (campaign === undefined) return undefined;
        const rolledBack = await latestEventsOf(snapshot, { type: 'airdrop', id }, ROLLED_BACK);
        return { campaign, claims: await listClaims(snapshot, id, page), rolledBack };
      }),
    /** Reads funded campaigns in order of id, page by page. */
    async funded({ after = NIL_ID, limit }: { readonly after?: string | undefined; readonly limit: number }) {
      const rows = await campaigns
        .where('id', '>', after)
        .where('status', '<>', 'PENDING')
        .orderBy('id')
        .limit(limit)
        .execute();
      return rows.map(toCampaignRecord);
    },
    /** The first sequence that is missing among the steps of a lane; undefined where none is. */
    async firstGap(id: string, lane: number): Promise<number | undefined> {
      const { rows } = await sql<{ readonly gap: number }>`
        SELECT sequence + 1 AS gap FROM airdrop_steps AS step WHERE campaign_id = ${id} AND lane = ${lane}
          AND sequence < (SELECT max(sequence) FROM airdrop_steps WHERE campaign_id = ${id} AND lane = ${lane})
          AND NOT EXISTS (SELECT FROM airdrop_steps AS next
            WHERE next.campaign_id = step.campaign_id AND next.lane = step.lane AND next.sequence = step.sequence + 1)
        ORDER BY sequence LIMIT 1`.execute(db);
      return rows[0]?.gap;
    },
    claimsBy: (id: string, recipientHash: string) => claimsBy(db, id, recipientHash),
    findRecipient: (id: string, recipientHash: string) => findRecipient(db, id, recipientHash),
    findRecipients: (id: string, recipientHashes: readonly string[]) => findRecipients(db, id, recipientHashes),
    claimable: (request: ClaimableRequest) => listClaimable(db, request),
    listed: (request: ListedRequest) => listListed(db, request),
    /** A step of a campaign by its transaction; a funding, which is a step of each lane, is not found here. */
    async stepByHash(id: string, txHash: string) {
      const row = await steps
        .where('campaignId', '=', id)
        .where('txHash', '=', txHash)
        .where('kind', '<>', 'fund')
        .executeTakeFirst();
      return row && toLaneStep(row);
    },
    lanesOf: (id: string) => selectLanes(db, id),
    laneOf: (id: string, lane: number) => selectLane(db, id, lane),
    /** Steps of a lane from a sequence on, in order, at most so many. */
    async stepsFrom(id: string, lane: number, sequence: number, limit: number) {
      const rows = await steps
        .where('campaignId', '=', id)
        .where('lane', '=', lane)
        .where('sequence', '>=', sequence)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(toLaneStep);
    },
    watchedLanes: (request: WatchedLanesRequest) => listWatchedLanes(db, request),
    closingLanes: (request: WatchedLanesRequest) => listClosingLanes(db, request),
    /** Remembers where a campaign's closing unit was handed over. @param id uuid */
    async saveClosing(id: string, { txid, vout }: Outpoint) {
      await db
        .updateTable('airdropCampaigns')
        .set({ closingTxid: txid, closingVout: vout, updatedAt: NOW })
        .where('id', '=', id)
        .execute();
    },
    claimsWithoutLock: (id: string, page: Parameters<typeof claimsWithoutLock>[2]) => claimsWithoutLock(db, id, page),
    locksWithoutClaim: (id: string) => locksWithoutClaim(db, id),
    /** Removes locks of a campaign that no claim opened. */
    removeLocks: (id: string, locks: readonly string[]) =>
      transactionInTurn(db, [id], (transaction) => removeStrayLocks(transaction, id, locks)),
    lostFundings: (limit: number) => lostCampaignFundings(db, limit),
    /** Makes a campaign PENDING again whose lanes have no step after the funding. @returns whether it was done */
    loseFunding: (id: string, lost: LostFunding) =>
      transactionInTurn(db, [id], (transaction) => loseFunding(transaction, id, lost)),
    replacementOf: (id: string, txHash: string) => replacementOf(db, { type: 'airdrop', id }, txHash),
    eventsOf: (id: string) => eventsOf(db, { type: 'airdrop', id }),
    treesOf: (id: string) => treesOf(db, id),
    findTree: (treeId: string) => findTree(db, treeId),
    readTree: (treeId: string, into: TreeBytes) => readTree(db, treeId, into),
    rowsOfTree: (treeId: string) => rowsOfTree(db, treeId),
    storedList: (treeId: string) => storedList(db, treeId),
    readNodes: (treeId: string, nodes: readonly number[]) => readNodes(db, treeId, nodes),
    /** Locks a campaign and works on it in one transaction. @throws RowNotFoundError */
    withCampaign: <T>(id: string, work: (scope: CampaignScope) => Promise<T>) =>
      transactionInTurn(db, [id], async (transaction) => {
        const locked = await selectCampaign(transaction, id, true);
        if (locked === undefined) throw new RowNotFoundError('airdropCampaigns', id);
        return work(createCampaignScope(transaction, locked));
      }),
    /** Locks one lane and works on it in one transaction; other lanes go on. @throws RowNotFoundError */
    withLane: <T>(id: string, lane: number, work: (scope: LaneScope) => Promise<T>) =>
      transactionInTurn(db, [`${id}/${lane}`], async (transaction) => {
        const locked = (await lockLane(transaction, id, lane)) ? await selectLane(transaction, id, lane) : undefined;
        if (locked === undefined) throw new RowNotFoundError('airdropLanes', `${id}/${lane}`);
        return work(createLaneScope(transaction, locked));
      }),
  };
}

/** Airdrop campaigns in Postgres. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type AirdropsRepository = ReturnType<typeof createAirdropsRepository>;
