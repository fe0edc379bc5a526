import { sql, type Selectable } from 'kysely';
import type { IndexerDatabase } from '../open-indexer-database.js';
import type { ContractsTable } from '../tables.js';
import { toStoredContract } from './contract-columns.js';
import type { StoredContract } from './sync-records.js';

/** Rows of contracts whose last event is above the height get the columns of the last event below it. */
const earlierHeads = async (
  db: IndexerDatabase,
  ids: readonly number[],
  height: number,
): Promise<ReadonlyMap<number, Partial<Selectable<ContractsTable>>>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ contractId: number } & Partial<Selectable<ContractsTable>>>`
    SELECT DISTINCT ON (contract_id) contract_id, sequence, status, released_amount, commitment, state, held_satoshis, held_tokens,
      txid AS last_txid, height AS last_height, time AS last_time
    FROM events WHERE contract_id = ANY(${ids}::bigint[]) AND height <= ${height}
    ORDER BY contract_id, sequence DESC`.execute(db);
  return new Map(rows.map(({ contractId, ...head }) => [contractId, head]));
};

/** Reads the contracts at some scripts as they were at a height, in order of their funding. */
export const contractsAt = async (
  db: IndexerDatabase,
  scriptHashes: readonly string[],
  height: number,
): Promise<StoredContract[]> => {
  if (scriptHashes.length === 0) return [];
  const rows = await db
    .selectFrom('contracts')
    .selectAll()
    .where('scriptHash', 'in', scriptHashes)
    .where('fundedHeight', '<=', height)
    .orderBy('fundedHeight')
    .orderBy('txid')
    .orderBy('vout')
    .execute();
  const heads = await earlierHeads(
    db,
    rows.filter(({ lastHeight }) => lastHeight > height).map(({ id }) => id),
    height,
  );
  return rows.map((row) => ({
    ...toStoredContract({ ...row, ...heads.get(row.id) }),
    isAhead: row.lastHeight > height,
  }));
};
