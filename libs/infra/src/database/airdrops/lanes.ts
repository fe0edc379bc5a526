import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { appendEvents, type RollbackCause } from '../events/resource-events.js';
import { newId, NIL_ID, NOW } from '../sql/statements.js';
import { releaseTransactionHashes, useTransactionHash } from '../transitions/transitions.repository.js';
import { type LaneRecord, type NewLaneStep, STATE_COLUMNS, toLaneRecord, toNewStepRow } from './airdrop-records.js';
import { openClaimedLocks, removeLocksOfClaims } from './claimed-locks.js';

/**
 * Sets a funded campaign's status by its lanes: COMPLETED when all have paid everything, CANCELLED when none is left,
 * else ACTIVE. Locks the campaign first: of two lanes that end at once, the second sees the first.
 */
async function settleStatus(db: Database, campaignId: string): Promise<void> {
  await sql`SELECT FROM airdrop_campaigns WHERE id = ${campaignId} FOR UPDATE NOWAIT`.execute(db);
  await sql`
    UPDATE airdrop_campaigns SET
      status = settled.status,
      cancelled_at = CASE WHEN settled.status = 'CANCELLED' THEN coalesce(cancelled_at, ${NOW}) END,
      updated_at = ${NOW}
    FROM (
      SELECT CASE WHEN bool_and(claims = claims_due) THEN 'COMPLETED' WHEN bool_and(closed) THEN 'CANCELLED' ELSE 'ACTIVE' END AS status
      FROM airdrop_lanes WHERE campaign_id = ${campaignId}) AS settled
    WHERE id = ${campaignId} AND airdrop_campaigns.status <> settled.status AND airdrop_campaigns.status <> 'PENDING'`.execute(
    db,
  );
}

/** How many steps one statement adds: twenty values each, of which a statement takes 65,535. */
const AT_ONCE = 1_000;

/**
 * Selects lanes, each with the columns of its latest step. The offset keeps Postgres from joining lane by lane and comparing heads
 * afterwards, which it does before it has counted a new table: then each read takes as long as the lane has steps.
 */
const lanesWithState = (db: Database) =>
  db
    .selectFrom('airdropLanes')
    .innerJoinLateral(
      (lane) =>
        lane
          .selectFrom('airdropSteps')
          .select(STATE_COLUMNS)
          .whereRef('airdropSteps.campaignId', '=', 'airdropLanes.campaignId')
          .whereRef('airdropSteps.lane', '=', 'airdropLanes.lane')
          .whereRef('airdropSteps.sequence', '=', 'airdropLanes.head')
          .offset(0)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .selectAll('airdropLanes')
    .select(STATE_COLUMNS);

export async function selectLane(db: Database, campaignId: string, lane: number): Promise<LaneRecord | undefined> {
  const row = await lanesWithState(db)
    .where('airdropLanes.campaignId', '=', campaignId)
    .where('airdropLanes.lane', '=', lane)
    .executeTakeFirst();
  return row && toLaneRecord(row);
}

/** Locks a lane until the end of the transaction. @returns whether there is one */
export async function lockLane(db: Database, campaignId: string, lane: number): Promise<boolean> {
  // The state is read after the lock is there: together, a lane that moved meanwhile would be matched with its old step.
  const row = await db
    .selectFrom('airdropLanes')
    .select('head')
    .where('campaignId', '=', campaignId)
    .where('lane', '=', lane)
    .forUpdate()
    .noWait()
    .executeTakeFirst();
  return row !== undefined;
}

/** Reads all lanes of a campaign by number, each with its state, in one snapshot. */
export async function selectLanes(db: Database, campaignId: string): Promise<readonly LaneRecord[]> {
  return (
    await lanesWithState(db).where('airdropLanes.campaignId', '=', campaignId).orderBy('airdropLanes.lane').execute()
  ).map(toLaneRecord);
}

/** Counts a lane again from its steps. */
const recount = async (db: Database, campaignId: string, lane: number): Promise<LaneRecord> => {
  await sql`
    UPDATE airdrop_lanes SET (claims, claimed_amount, head, closed) = (
      SELECT count(*) FILTER (WHERE kind = 'claim'), coalesce(sum(amount), 0), max(sequence), bool_or(kind IN ('close', 'complete'))
      FROM airdrop_steps WHERE campaign_id = ${campaignId} AND lane = ${lane})
    WHERE campaign_id = ${campaignId} AND lane = ${lane}`.execute(db);
  const counted = await selectLane(db, campaignId, lane);
  if (counted === undefined) throw new Error(`Lane ${lane} of campaign ${campaignId} is gone`);
  return counted;
};

const after = (lane: LaneRecord, steps: readonly NewLaneStep[]): LaneRecord => {
  const claims = steps.flatMap(({ claim }) => (claim === null ? [] : [claim.amount]));
  const last = steps.at(-1);
  return {
    ...lane,
    claims: lane.claims + claims.length,
    claimedAmount: claims.reduce((sum, amount) => sum + amount, lane.claimedAmount),
    head: lane.head + steps.length,
    closed: steps.some(({ kind }) => kind === 'close' || kind === 'complete'),
    headTxHash: last?.txHash ?? lane.headTxHash,
    state: last === undefined ? lane.state : last.state,
  };
};

const saveCounts = async (
  db: Database,
  { campaignId, lane, claims, claimedAmount, head, closed }: LaneRecord,
): Promise<void> => {
  await db
    .updateTable('airdropLanes')
    .set({ claims, claimedAmount, head, closed })
    .where('campaignId', '=', campaignId)
    .where('lane', '=', lane)
    .execute();
};

const isEnded = ({ closed, claims, claimsDue }: LaneRecord): boolean => closed || claims === claimsDue;

/** Makes the scope of a locked lane. @param db the transaction that holds the lock on `locked` */
export const createLaneScope = (db: Database, locked: LaneRecord) => {
  const { campaignId, lane } = locked;
  const resource = { type: 'airdrop', id: campaignId } as const;
  let current = locked;
  return {
    /** The lane as it is now in this transaction. */
    get lane() {
      return current;
    },
    /** Records steps that follow its latest one, and what they change. */
    async advance(steps: readonly NewLaneStep[]) {
      if (steps.length === 0) return;
      const rows = steps.map((step, index) => ({
        ...toNewStepRow(step),
        id: newId(),
        campaignId,
        lane,
        sequence: current.head + 1 + index,
      }));
      for (let from = 0; from < rows.length; from += AT_ONCE)
        await db
          .insertInto('airdropSteps')
          .values(rows.slice(from, from + AT_ONCE))
          .execute();
      current = after(current, steps);
      await saveCounts(db, current);
      // Last: other lanes wait for the counters that it writes.
      await openClaimedLocks(db, campaignId, steps);
      if (isEnded(current)) await settleStatus(db, campaignId);
    },
    /** Adds steps that are missing before its latest one. Nothing of the lane changes but what follows from its steps. */
    async fill(from: number, steps: readonly NewLaneStep[]) {
      const rows = steps.map((step, index) => ({
        ...toNewStepRow(step),
        id: newId(),
        campaignId,
        lane,
        sequence: from + index,
      }));
      for (let first = 0; first < rows.length; first += AT_ONCE)
        await db
          .insertInto('airdropSteps')
          .values(rows.slice(first, first + AT_ONCE))
          .onConflict((conflict) => conflict.columns(['campaignId', 'lane', 'sequence']).doNothing())
          .execute();
      await openClaimedLocks(db, campaignId, steps);
      current = await recount(db, campaignId, lane);
    },
    /** Opens locks of recorded claims that are missing. */
    openLocks: (claims: readonly Pick<NewLaneStep, 'lock'>[]) => openClaimedLocks(db, campaignId, claims),
    /**
     * Takes back every step from a sequence on, except final ones and the funding: the lane is as it was before, and the campaign's
     * events say why.
     * @returns hashes
     */
    async rollBackFrom(sequence: number, because: RollbackCause) {
      const before = current;
      const undone = await db
        .deleteFrom('airdropSteps')
        .where('campaignId', '=', campaignId)
        .where('lane', '=', lane)
        .where('sequence', '>=', Math.max(sequence, before.finalSequence + 1, 1))
        .returning(['txHash', 'sequence', 'kind', 'amount', 'toCreator'])
        .execute();
      undone.sort((a, b) => a.sequence - b.sequence);
      const hashes = undone.map((step) => step.txHash);
      if (hashes.length === 0) return [];
      await releaseTransactionHashes(db, hashes, resource);
      await removeLocksOfClaims(db, campaignId, hashes, because);
      // Before its events: what is published of them has the figures from after.
      current = await recount(db, campaignId, lane);
      const events = undone.map((step) => ({
        transition: step.kind,
        txHash: step.txHash,
        amount: step.kind === 'claim' ? step.amount : step.toCreator,
      }));
      await appendEvents(
        db,
        resource,
        events.map((event) => ({ ...event, kind: 'rolled_back', source: 'chain', because })),
      );
      if (isEnded(before)) await settleStatus(db, campaignId);
      return hashes;
    },
    /** Marks a step and those before it as final; does nothing where another transaction is recorded at this sequence. */
    async finalise(sequence: number, txHash: string) {
      const step = db
        .selectFrom('airdropSteps')
        .select('id')
        .where('campaignId', '=', campaignId)
        .where('lane', '=', lane)
        .where('sequence', '=', sequence)
        .where('txHash', '=', txHash);
      if (sequence <= current.finalSequence || (await step.executeTakeFirst()) === undefined) return;
      await db
        .updateTable('airdropLanes')
        .set({ finalSequence: sequence })
        .where('campaignId', '=', campaignId)
        .where('lane', '=', lane)
        .execute();
      current = { ...current, finalSequence: sequence };
    },
    useTransactionHash: (txHash: string) => useTransactionHash(db, txHash, resource),
  };
};

/** A lane locked until the end of the transaction. Other lanes of the campaign go on meanwhile. */
export type LaneScope = ReturnType<typeof createLaneScope>;

/** Which batch of watched lanes is read. */
export interface WatchedLanesRequest {
  /** The last lane of the batch before. */
  readonly after?: Pick<LaneRecord, 'campaignId' | 'lane'> | undefined;
  readonly limit: number;
}

const FIRST = { campaignId: NIL_ID, lane: -1 };

/** Lists lanes that the chain can still change, in one order: the open ones, and those whose end can be rolled back. */
export async function listWatchedLanes(
  db: Database,
  { after = FIRST, limit }: WatchedLanesRequest,
): Promise<readonly LaneRecord[]> {
  const rows = await lanesWithState(db)
    // Word for word the condition of the partial index.
    .where(sql<boolean>`(NOT closed OR final_sequence < head)`)
    .where(
      sql<boolean>`(airdrop_lanes.campaign_id, airdrop_lanes.lane) > (${after.campaignId}::uuid, ${after.lane}::integer)`,
    )
    .orderBy('airdropLanes.campaignId')
    .orderBy('airdropLanes.lane')
    .limit(limit)
    .execute();
  return rows.map(toLaneRecord);
}

/** Lists lanes that can be closed with a closing unit that was handed over, in the same order. */
export async function listClosingLanes(
  db: Database,
  { after = FIRST, limit }: WatchedLanesRequest,
): Promise<readonly Pick<LaneRecord, 'campaignId' | 'lane'>[]> {
  return db
    .selectFrom('airdropCampaigns')
    .innerJoin('airdropLanes', 'airdropLanes.campaignId', 'airdropCampaigns.id')
    .select(['airdropLanes.campaignId', 'airdropLanes.lane'])
    .where('airdropCampaigns.closingTxid', 'is not', null)
    .where('airdropCampaigns.status', '=', 'ACTIVE')
    .where('airdropLanes.closed', '=', false)
    .where(
      sql<boolean>`(airdrop_campaigns.id, airdrop_lanes.lane) > (${after.campaignId}::uuid, ${after.lane}::integer)`,
    )
    .orderBy('airdropCampaigns.id')
    .orderBy('airdropLanes.lane')
    .limit(limit)
    .execute();
}

/** A funding that a campaign lost and may get again. */
export interface LostCampaignFunding {
  readonly campaignId: string;
  readonly txHash: string;
}

/** Reads fundings that campaigns lost and may get again, those lost last first, up to a limit. */
export async function lostCampaignFundings(db: Database, limit: number): Promise<readonly LostCampaignFunding[]> {
  return db
    .selectFrom('lostFundings')
    .select(['resourceId as campaignId', 'txHash'])
    .where('resourceType', '=', 'airdrop')
    .orderBy('lostHeight', 'desc')
    .limit(limit)
    .execute();
}
