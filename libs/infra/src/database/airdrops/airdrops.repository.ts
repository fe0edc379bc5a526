import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { RowNotFoundError } from '../database-errors.js';
import { type EventRecord, eventsOf, latestEventsOf, replacementOf } from '../events/resource-events.js';
import { keepAnswer, type IdempotentResponse } from '../idempotency/idempotency.repository.js';
import { transactionInTurn } from '../locks/transaction-in-turn.js';
import { admitted, type Admission } from '../quotas/admission.js';
import { newId, readSnapshot, NOW } from '../statements.js';
import type { Outpoint } from '../transitions/transition-record.js';
import {
  derivedColumns,
  toCampaignRecord,
  toNewCampaignRow,
  type CampaignRecord,
  type NewCampaign,
  type TreeRecord,
  toLaneStep,
  type LaneRecord,
  type LaneStep,
} from './airdrop-records.js';
import { createCampaignScope, selectCampaign, type CampaignScope, loseFunding, type LostFunding } from './campaigns.js';
import {
  createLaneScope,
  lockLane,
  selectLane,
  selectLanes,
  type LaneScope,
  listClosingLanes,
  listWatchedLanes,
  lostCampaignFundings,
  type LostCampaignFunding,
  type WatchedLanesRequest,
} from './lanes.js';
import {
  claimsBy,
  findRecipient,
  findRecipients,
  listClaimable,
  listClaims,
  type ClaimablePage,
  type ClaimableRequest,
  type ClaimPage,
  type ClaimPageRequest,
  type ListedRecipient,
  listCampaigns,
  type CampaignPage,
  type CampaignPageRequest,
} from './list-campaigns.js';
import {
  readNodes,
  readTree,
  rowsOfTree,
  storedList,
  type StoredListReader,
  type TreeBytes,
  findTree,
  treesOf,
} from './trees.js';

/** How many rolled back steps are read with a campaign. */
const ROLLED_BACK = 100;

/** A campaign with its claims. */
interface CampaignWithClaims {
  readonly campaign: CampaignRecord;
  /** Newest first. */
  readonly claims: ClaimPage;
  /** The latest hundred, the oldest of them first. */
  readonly rolledBack: readonly EventRecord[];
}

/** Airdrop campaigns in Postgres. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export interface AirdropsRepository {
  /** Stores a PENDING campaign and gives it its ids. @throws QuotaExceededError */
  insert(
    campaign: NewCampaign,
    admission?: Admission,
    kept?: IdempotentResponse<CampaignRecord>,
  ): Promise<CampaignRecord>;
  /** @param id uuid */
  findById(id: string): Promise<CampaignRecord | undefined>;
  findByClaimToken(token: string): Promise<CampaignRecord | undefined>;
  /** @throws InvalidCursorError */
  list(request: CampaignPageRequest): Promise<CampaignPage>;
  /**
   * Reads a campaign with a page of its claims and the latest rolled back steps, from one snapshot. @throws InvalidCursorError
   */
  withClaims(id: string, page: ClaimPageRequest): Promise<CampaignWithClaims | undefined>;
  /** Claims of one recipient, the first first. @param recipientHash hex */
  claimsBy(id: string, recipientHash: string): Promise<readonly LaneStep[]>;
  /** A recipient's row of a funded whitelist. @param recipientHash hex */
  findRecipient(id: string, recipientHash: string): Promise<ListedRecipient | undefined>;
  /** Rows of several recipients of a funded whitelist, by their hashes. @param recipientHashes hex */
  findRecipients(id: string, recipientHashes: readonly string[]): Promise<ReadonlyMap<string, ListedRecipient>>;
  /** Running campaigns from which an address has a claim left. @throws InvalidCursorError */
  claimable(request: ClaimableRequest): Promise<ClaimablePage>;
  /** A step of a campaign by its transaction; a funding, which is a step of each lane, is not found here. */
  stepByHash(id: string, txHash: string): Promise<LaneStep | undefined>;
  /** Lanes of a campaign by number. */
  lanesOf(id: string): Promise<readonly LaneRecord[]>;
  laneOf(id: string, lane: number): Promise<LaneRecord | undefined>;
  /** Steps of a lane from a sequence on, in order, at most so many. */
  stepsFrom(id: string, lane: number, sequence: number, limit: number): Promise<readonly LaneStep[]>;
  /** Lanes that the chain can still change, in one order, over all campaigns. */
  watchedLanes(request: WatchedLanesRequest): Promise<readonly LaneRecord[]>;
  /** Open lanes of campaigns whose closing unit was handed over, in one order, at most so many. */
  closingLanes(request: WatchedLanesRequest): Promise<readonly Pick<LaneRecord, 'campaignId' | 'lane'>[]>;
  /** Remembers where a campaign's closing unit was handed over. @param id uuid */
  saveClosing(id: string, unit: Outpoint): Promise<void>;
  /** Fundings that campaigns lost and may get again, those lost last first. */
  lostFundings(limit: number): Promise<readonly LostCampaignFunding[]>;
  /** Makes a campaign PENDING again whose lanes have no step after the funding. @returns whether it was done */
  loseFunding(id: string, lost: LostFunding): Promise<boolean>;
  /** Finds the transaction that replaced a recorded step, which was rolled back for it. */
  replacementOf(id: string, txHash: string): Promise<string | undefined>;
  /** All events of a campaign, the oldest first. */
  eventsOf(id: string): Promise<readonly EventRecord[]>;
  /** All trees of a campaign, newest first. */
  treesOf(id: string): Promise<readonly TreeRecord[]>;
  findTree(treeId: string): Promise<TreeRecord | undefined>;
  /** Reads a tree's bytes into buffers of their lengths. */
  readTree(treeId: string, into: TreeBytes): Promise<void>;
  /** Rows of a list, 28 bytes each, a part at a time. */
  rowsOfTree(treeId: string): AsyncGenerator<Buffer>;
  /** A reader of a stored list. Its methods throw RowNotFoundError where the list has been removed. */
  storedList(treeId: string): StoredListReader;
  /** Nodes of a tree as built, 32 bytes each. */
  readNodes(treeId: string, nodes: readonly number[]): Promise<readonly Buffer[]>;
  /** Locks a campaign and works on it in one transaction. @throws RowNotFoundError */
  withCampaign<T>(id: string, work: (scope: CampaignScope) => Promise<T>): Promise<T>;
  /** Locks one lane and works on it in one transaction; other lanes go on. @throws RowNotFoundError */
  withLane<T>(id: string, lane: number, work: (scope: LaneScope) => Promise<T>): Promise<T>;
}

/** `#WEIR-DROP-000001`: at least six digits, growing, unique. */
const nextDisplayId = () => sql<string>`(
  SELECT '#WEIR-DROP-' || lpad(number, greatest(length(number), 6), '0')
  FROM (SELECT nextval('airdrop_number')::text AS number) AS next)`;

const transactions = (db: Database): Pick<AirdropsRepository, 'withCampaign' | 'withLane'> => ({
  withCampaign: (id, work) =>
    transactionInTurn(db, [id], async (transaction) => {
      const locked = await selectCampaign(transaction, id, true);
      if (locked === undefined) throw new RowNotFoundError('airdropCampaigns', id);
      return work(createCampaignScope(transaction, locked));
    }),
  withLane: (id, lane, work) =>
    transactionInTurn(db, [`${id}/${lane}`], async (transaction) => {
      const locked = (await lockLane(transaction, id, lane)) ? await selectLane(transaction, id, lane) : undefined;
      if (locked === undefined) throw new RowNotFoundError('airdropLanes', `${id}/${lane}`);
      return work(createLaneScope(transaction, locked));
    }),
});

/** Builds the repository over `db`. Holds no state of its own. */
export function createAirdropsRepository(db: Database): AirdropsRepository {
  const campaigns = db.selectFrom('airdropCampaigns').selectAll().select(derivedColumns);
  const steps = db.selectFrom('airdropSteps').selectAll();
  return {
    insert: (campaign, admission, kept) =>
      admitted(db, { kind: 'airdrop_campaigns', admission }, async (transaction, counted) => {
        const row = { ...toNewCampaignRow(campaign), ...counted, id: newId(), campaignId: nextDisplayId() };
        const stored = await transaction
          .insertInto('airdropCampaigns')
          .values(row)
          .returningAll()
          .returning(derivedColumns)
          .executeTakeFirstOrThrow();
        return keepAnswer(transaction, toCampaignRecord(stored), kept);
      }),
    findById: (id) => selectCampaign(db, id),
    async findByClaimToken(token) {
      const row = await campaigns.where('claimToken', '=', token).executeTakeFirst();
      return row && toCampaignRecord(row);
    },
    list: (request) => readSnapshot(db, (snapshot) => listCampaigns(snapshot, request)),
    withClaims: (id, page) =>
      readSnapshot(db, async (snapshot) => {
        const campaign = await selectCampaign(snapshot, id);
        if (campaign === undefined) return undefined;
        const rolledBack = await latestEventsOf(snapshot, { type: 'airdrop', id }, ROLLED_BACK);
        return { campaign, claims: await listClaims(snapshot, id, page), rolledBack };
      }),
    claimsBy: (id, recipientHash) => claimsBy(db, id, recipientHash),
    findRecipient: (id, recipientHash) => findRecipient(db, id, recipientHash),
    findRecipients: (id, recipientHashes) => findRecipients(db, id, recipientHashes),
    claimable: (request) => listClaimable(db, request),
    async stepByHash(id, txHash) {
      const row = await steps
        .where('campaignId', '=', id)
        .where('txHash', '=', txHash)
        .where('kind', '<>', 'fund')
        .executeTakeFirst();
      return row && toLaneStep(row);
    },
    lanesOf: (id) => selectLanes(db, id),
    laneOf: (id, lane) => selectLane(db, id, lane),
    async stepsFrom(id, lane, sequence, limit) {
      const rows = await steps
        .where('campaignId', '=', id)
        .where('lane', '=', lane)
        .where('sequence', '>=', sequence)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(toLaneStep);
    },
    watchedLanes: (request) => listWatchedLanes(db, request),
    closingLanes: (request) => listClosingLanes(db, request),
    async saveClosing(id, { txid, vout }) {
      await db
        .updateTable('airdropCampaigns')
        .set({ closingTxid: txid, closingVout: vout, updatedAt: NOW })
        .where('id', '=', id)
        .execute();
    },
    lostFundings: (limit) => lostCampaignFundings(db, limit),
    loseFunding: (id, lost) => transactionInTurn(db, [id], (transaction) => loseFunding(transaction, id, lost)),
    replacementOf: (id, txHash) => replacementOf(db, { type: 'airdrop', id }, txHash),
    eventsOf: (id) => eventsOf(db, { type: 'airdrop', id }),
    treesOf: (id) => treesOf(db, id),
    findTree: (treeId) => findTree(db, treeId),
    readTree: (treeId, into) => readTree(db, treeId, into),
    rowsOfTree: (treeId) => rowsOfTree(db, treeId),
    storedList: (treeId) => storedList(db, treeId),
    readNodes: (treeId, nodes) => readNodes(db, treeId, nodes),
    ...transactions(db),
  };
}
