import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../create-database.js';
import { lastEventId, resourcesWithEventsAfter } from '../events/events.repository.js';
import { NIL_ID } from '../nil-id.js';
import { saveScriptReading, type FollowedResource, type ScriptReading } from '../watch/script-readings.js';

/**
 * The queries of the vault watcher. Every method throws DatabaseUnavailableError when the database cannot be reached.
 */
export interface VaultWatchRepository {
  /** Vaults that the chain can still change, in order of id. */
  listFollowed(request: {
    /** Last id of the batch before. */ readonly after?: string | undefined;
    readonly limit: number;
  }): Promise<readonly FollowedResource[]>;
  /** Those of some vaults that the chain can still change. @param ids uuids */
  findFollowed(ids: readonly string[]): Promise<readonly FollowedResource[]>;
  /** Vaults with a step, or an executed proposal, that a new block may settle, and those that lost their first deposit. */
  unfinal(): Promise<readonly string[]>;
  /** The newest event; 0 before the first. */
  lastEventId(): Promise<number>;
  /** Events after one, with the vault of each. */
  eventsAfter(id: number): Promise<readonly { readonly id: number; readonly resourceId: string }[]>;
  /** Notes that a vault's record holds everything a history of its script shows. */
  saveReading(id: string, reading: ScriptReading): Promise<void>;
}

interface Row {
  readonly id: string;
  readonly lockingBytecode: string;
  readonly stateTxid: string | null;
  readonly hasReading: boolean;
  readonly readStatus: string | null;
  readonly readHead: string | null;
}

/** Word for word the condition of the partial index `vaults_followed`: a closed one can still get, and lose, coins. */
const LIVE = sql`(status = 'active' OR (status = 'closed' AND current_balance > 0))`;
const UNFINAL_STEPS = sql`SELECT resource_id FROM transitions WHERE NOT final AND resource_type = 'vault'`;
/** Word for word the condition of the partial index `vault_proposals_unfinal`. */
const UNFINAL_PROPOSALS = sql`SELECT vault_id FROM vault_proposals WHERE status = 'EXECUTED' AND NOT executed_final`;
/** Word for word the condition of the partial index `vault_deposits_unfinal`. */
const UNFINAL_DEPOSITS = sql`SELECT vault_id FROM vault_deposits WHERE NOT final`;
/** Vaults that lost their first deposit, which may come back. */
const LOST = sql`SELECT resource_id FROM lost_fundings WHERE resource_type = 'vault'`;

/** @param ids a query for them */
async function read(db: Database, ids: RawBuilder<unknown>): Promise<readonly FollowedResource[]> {
  const { rows } = await sql<Row>`
    SELECT vaults.id, locking_bytecode, state_txid,
      reading.resource_id IS NOT NULL AS has_reading, reading.status AS read_status, reading.head AS read_head
    FROM (${ids}) AS followed
    JOIN vaults ON vaults.id = followed.id
    LEFT JOIN script_readings AS reading ON reading.resource_type = 'vault' AND reading.resource_id = vaults.id
    ORDER BY vaults.id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    lockingBytecode: row.lockingBytecode,
    head: row.stateTxid,
    reading: row.hasReading ? { status: row.readStatus, head: row.readHead } : null,
  }));
}

/** Builds the repository over `db`. Holds no state of its own. */
export const createVaultWatchRepository = (db: Database): VaultWatchRepository => ({
  listFollowed: ({ after = NIL_ID, limit }) =>
    read(
      db,
      sql`(SELECT id FROM vaults WHERE ${LIVE} AND id > ${after} ORDER BY id LIMIT ${limit})
        UNION (${UNFINAL_STEPS} AND resource_id > ${after} ORDER BY resource_id LIMIT ${limit})
        UNION (${UNFINAL_PROPOSALS} AND vault_id > ${after} ORDER BY vault_id LIMIT ${limit})
        UNION (SELECT DISTINCT vault_id FROM vault_deposits WHERE NOT final AND vault_id > ${after} ORDER BY vault_id LIMIT ${limit})
        UNION (SELECT DISTINCT resource_id FROM lost_fundings
          WHERE resource_type = 'vault' AND resource_id > ${after} ORDER BY resource_id LIMIT ${limit})
        ORDER BY id LIMIT ${limit}`,
    ),
  findFollowed: (ids) =>
    ids.length === 0
      ? Promise.resolve([])
      : read(
          db,
          sql`SELECT id FROM vaults WHERE id = ANY(${ids}) AND (${LIVE}
            OR id IN (${UNFINAL_STEPS}) OR id IN (${UNFINAL_PROPOSALS}) OR id IN (${UNFINAL_DEPOSITS}) OR id IN (${LOST}))`,
        ),
  async unfinal() {
    const { rows } = await sql<{ readonly id: string }>`
      SELECT resource_id AS id FROM (${UNFINAL_STEPS}) AS steps UNION ${UNFINAL_PROPOSALS} UNION ${UNFINAL_DEPOSITS} UNION ${LOST}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },
  lastEventId: () => lastEventId(db),
  eventsAfter: (id) => resourcesWithEventsAfter(db, 'vault', id),
  saveReading: (id, reading) => saveScriptReading(db, { type: 'vault', id }, reading),
});
