import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { lastEventId, resourcesWithEventsAfter } from '../events/resource-events.js';
import { NIL_ID } from '../sql/statements.js';
import type { Outpoint } from '../transitions/transition-record.js';
import {
  type FollowedRequest,
  readFollowed,
  saveScriptReading,
  type ScriptReading,
} from '../watch/watch.repository.js';

/** Word for word the condition of the partial index `vaults_followed`: a closed one can still get, and lose, coins. */
const LIVE = sql`(status = 'active' OR (status = 'closed' AND current_balance > 0))`;
const UNFINAL_STEPS = sql`SELECT resource_id FROM transitions WHERE NOT final AND resource_type = 'vault'`;
/** Word for word the condition of the partial index `vault_proposals_unfinal`. */
const UNFINAL_PROPOSALS = sql`SELECT vault_id FROM vault_proposals WHERE status = 'EXECUTED' AND NOT executed_final`;
/** Word for word the condition of the partial index `vault_deposits_unfinal`. */
const UNFINAL_DEPOSITS = sql`SELECT vault_id FROM vault_deposits WHERE NOT final`;
/** Vaults that lost their first deposit, which may come back. */
const LOST = sql`SELECT resource_id FROM lost_fundings WHERE resource_type = 'vault'`;

/** Word for word the condition of the partial index `vaults_awaited`: rosters whose first deposit was offered. */
const AWAITED = sql`SELECT id FROM vaults WHERE status = 'pending' AND roster_category IS NOT NULL`;

/** The queries of the vault watcher. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export const createVaultWatchRepository = (db: Database) => ({
  listFollowed: ({ after = NIL_ID, limit }: FollowedRequest) =>
    readFollowed(
      db,
      'vault',
      sql`(SELECT id FROM vaults WHERE ${LIVE} AND id > ${after} ORDER BY id LIMIT ${limit})
        UNION (${UNFINAL_STEPS} AND resource_id > ${after} ORDER BY resource_id LIMIT ${limit})
        UNION (${UNFINAL_PROPOSALS} AND vault_id > ${after} ORDER BY vault_id LIMIT ${limit})
        UNION (SELECT DISTINCT vault_id FROM vault_deposits WHERE NOT final AND vault_id > ${after} ORDER BY vault_id LIMIT ${limit})
        UNION (SELECT DISTINCT resource_id FROM lost_fundings
          WHERE resource_type = 'vault' AND resource_id > ${after} ORDER BY resource_id LIMIT ${limit})
        ORDER BY id LIMIT ${limit}`,
    ),
  /** Those of some vaults that the chain can still change. @param ids uuids */
  findFollowed: (ids: readonly string[]) =>
    ids.length === 0
      ? Promise.resolve([])
      : readFollowed(
          db,
          'vault',
          sql`SELECT id FROM vaults WHERE id = ANY(${ids}) AND (${LIVE}
            OR id IN (${UNFINAL_STEPS}) OR id IN (${UNFINAL_PROPOSALS}) OR id IN (${UNFINAL_DEPOSITS}) OR id IN (${LOST}))`,
        ),
  /**
   * Vaults with a step, or an executed proposal, that a new block may settle, those that lost their first deposit, and rosters whose
   * first deposit may be mined.
   */
  async unfinal() {
    const { rows } = await sql<{ readonly id: string }>`
      SELECT resource_id AS id FROM (${UNFINAL_STEPS}) AS steps UNION ${UNFINAL_PROPOSALS} UNION ${UNFINAL_DEPOSITS} UNION ${LOST} UNION ${AWAITED}`.execute(
      db,
    );
    return rows.map(({ id }) => id);
  },
  lastEventId: () => lastEventId(db),
  eventsAfter: (id: number) => resourcesWithEventsAfter(db, 'vault', id),
  saveReading: (id: string, reading: ScriptReading) => saveScriptReading(db, { type: 'vault', id }, reading),
});

/** A coin that was found at a vault's address. */
interface DepositedCoin extends Outpoint {
  readonly satoshis: bigint;
  /** Fungible tokens in it; null without any. */
  readonly tokens: { readonly category: string; readonly amount: bigint } | null;
}

/** The recorded deposits of a vault, as far as checking its coins needs them. */
export interface KnownDeposits {
  /** Which of the coins are recorded, in their order. */
  readonly isKnown: readonly boolean[];
  /** Those that the chain can still drop. */
  readonly unfinal: readonly Outpoint[];
}

/** The changes of a vault's deposits that a check found. */
export interface DepositChanges {
  readonly found: readonly DepositedCoin[];
  /** Of transactions that are no more. */
  readonly gone: readonly Outpoint[];
  /** Those that no reorganisation can drop any more. */
  readonly final: readonly Outpoint[];
}

const outpoints = (coins: readonly Outpoint[]) =>
  sql`unnest(${coins.map(({ txid }) => txid)}::text[], ${coins.map(({ vout }) => vout)}::integer[])`;

/** Reads what is recorded of coins at a vault's address. */
export const knownDeposits = async (
  db: Database,
  vaultId: string,
  coins: readonly Outpoint[],
): Promise<KnownDeposits> => {
  const { rows } = await sql<{ readonly known: boolean }>`
    SELECT EXISTS (SELECT FROM vault_deposits AS d WHERE d.vault_id = ${vaultId} AND d.tx_hash = coin.txid AND d.vout = coin.vout) AS known
    FROM ROWS FROM (${outpoints(coins)}) WITH ORDINALITY AS coin (txid, vout, position) ORDER BY position`.execute(db);
  const unfinal = await db
    .selectFrom('vaultDeposits')
    .select(['txHash as txid', 'vout'])
    .where('vaultId', '=', vaultId)
    // Word for word the condition of the partial index.
    .where(sql<boolean>`NOT final`)
    .execute();
  return { isKnown: rows.map(({ known }) => known), unfinal };
};

/** Records the changes that a check found. @param db the transaction that holds the lock on the vault */
export const noteDeposits = async (
  db: Database,
  vaultId: string,
  { found, gone, final }: DepositChanges,
): Promise<void> => {
  if (found.length > 0)
    await db
      .insertInto('vaultDeposits')
      .values(
        found.map(({ txid, vout, satoshis, tokens }) => ({
          vaultId,
          txHash: txid,
          vout,
          satoshis,
          tokenCategory: tokens?.category ?? null,
          tokenAmount: tokens?.amount ?? null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['vaultId', 'txHash', 'vout']).doNothing())
      .execute();
  if (gone.length > 0)
    await sql`DELETE FROM vault_deposits WHERE vault_id = ${vaultId} AND NOT final AND (tx_hash, vout) IN (SELECT * FROM ${outpoints(gone)})`.execute(
      db,
    );
  if (final.length > 0)
    await sql`UPDATE vault_deposits SET final = true WHERE vault_id = ${vaultId} AND NOT final AND (tx_hash, vout) IN (SELECT * FROM ${outpoints(final)})`.execute(
      db,
    );
};
