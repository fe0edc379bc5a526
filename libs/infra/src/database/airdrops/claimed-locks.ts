import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { RollbackCause } from '../events/resource-events.js';
import { insertOpened, recordFundings } from '../streams/open-streams.js';
import { type LaneStep, type NewLaneStep, toLaneStep } from './airdrop-records.js';

/**
 * Opens the locks that claims paid, each once: one that is there already stays as it is.
 *
 * @param db the transaction that records the claims
 */
export const openClaimedLocks = async (
  db: Database,
  campaignId: string,
  steps: readonly Pick<NewLaneStep, 'lock'>[],
): Promise<void> => {
  const locks = steps.flatMap(({ lock }) => lock ?? []);
  if (locks.length === 0) return;
  const bySender = sql<boolean | null>`(SELECT funded_by_creator FROM airdrop_campaigns WHERE id = ${campaignId})`;
  const opened = new Set(await insertOpened(db, { activatedAt: 0, bySender }, locks));
  await recordFundings(
    db,
    locks.filter(({ id }) => opened.has(id)),
  );
};

/**
 * Removes locks of a campaign with all that followed: the chain has taken their claims back. Their events stay, and say why.
 *
 * @param among selects them beside the campaign
 */
const removeLocks = async (
  db: Database,
  campaignId: string,
  among: { readonly column: 'id' | 'fundingTxHash'; readonly values: readonly string[] },
  { reason, replacedBy }: RollbackCause,
): Promise<void> => {
  const locked = await db
    .selectFrom('streams')
    .select('id')
    .where('campaignId', '=', campaignId)
    .where(among.column, 'in', among.values)
    .orderBy('id')
    .forUpdate()
    .noWait()
    .execute();
  const ids = locked.map(({ id }) => id);
  if (ids.length === 0) return;
  await sql`
    INSERT INTO resource_events (resource_type, resource_id, kind, transition, tx_hash, amount, source, reason, replaced_by)
    SELECT 'stream', step.resource_id, 'rolled_back', step.kind, step.tx_hash,
      CASE step.kind WHEN 'fund' THEN streams.total_amount ELSE step.paid_to_recipient END, 'chain', ${reason}, ${replacedBy}::text
    FROM transitions AS step JOIN streams ON streams.id = step.resource_id
    WHERE step.resource_type = 'stream' AND step.resource_id = ANY(${ids}::uuid[])
    ORDER BY step.resource_id, step.sequence DESC`.execute(db);
  for (const table of ['transitions', 'transaction_uses', 'script_readings'])
    await sql`
      DELETE FROM ${sql.table(table)} WHERE resource_type = 'stream' AND resource_id = ANY(${ids}::uuid[])`.execute(db);
  await db.deleteFrom('streams').where('id', 'in', ids).execute();
};

/** Removes the locks that some claims opened, in the transaction that takes the claims back. @param hashes of the claims */
export const removeLocksOfClaims = (
  db: Database,
  campaignId: string,
  hashes: readonly string[],
  because: RollbackCause,
): Promise<void> => removeLocks(db, campaignId, { column: 'fundingTxHash', values: hashes }, because);

/** Removes locks that no claim opened. @param ids uuids */
export const removeStrayLocks = (db: Database, campaignId: string, ids: readonly string[]): Promise<void> =>
  removeLocks(db, campaignId, { column: 'id', values: ids }, { reason: 'vanished', replacedBy: null });

/** Which claims without a lock are read. */
interface ClaimsPage {
  /** The last claim of the page before. */
  readonly after?: Pick<LaneStep, 'lane' | 'sequence'> | undefined;
  readonly limit: number;
}

/** Reads claims of a vested list that have no lock, in order of lane and sequence. */
export const claimsWithoutLock = async (
  db: Database,
  campaignId: string,
  { after = { lane: -1, sequence: 0 }, limit }: ClaimsPage,
): Promise<readonly LaneStep[]> => {
  const rows = await db
    .selectFrom('airdropSteps')
    .selectAll()
    .where('campaignId', '=', campaignId)
    .where('kind', '=', 'claim')
    .where(sql<boolean>`(lane, sequence) > (${after.lane}::integer, ${after.sequence}::integer)`)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM streams
        WHERE streams.funding_tx_hash = airdrop_steps.tx_hash AND streams.campaign_id = airdrop_steps.campaign_id)`,
    )
    .orderBy('lane')
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(toLaneStep);
};

/** Returns the ids of locks of a campaign that no claim opened. */
export const locksWithoutClaim = async (db: Database, campaignId: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ readonly id: string }>`
    SELECT id FROM streams WHERE campaign_id = ${campaignId} AND NOT EXISTS (
      SELECT FROM airdrop_steps AS step
      WHERE step.campaign_id = streams.campaign_id AND step.tx_hash = streams.funding_tx_hash AND step.kind = 'claim')
    ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
};
