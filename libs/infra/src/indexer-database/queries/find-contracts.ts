import { sql } from 'kysely';
import type { Outpoint } from '@weir/covenants';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { toStoredContract } from '../sync/contract-columns.js';
import type { ContractEvent } from '../sync/sync-records.js';
import type { ContractFamily } from '../tables.js';
import type { IndexedContract } from './list-contracts.js';

/** Instances looked up at one script: anybody may make any number of them. */
const MAX_CONTRACTS = 100;

/** Lists the instances at a script, by its Electrum hash, the first one first. */
export const findContracts = async (
  db: IndexerDatabase,
  families: readonly ContractFamily[],
  scriptHash: string,
): Promise<readonly IndexedContract[]> => {
  const rows = await db
    .selectFrom('contracts')
    .selectAll()
    .where('scriptHash', '=', scriptHash)
    .where('family', 'in', families)
    .orderBy('fundedHeight')
    .orderBy('txid')
    .orderBy('vout')
    .limit(MAX_CONTRACTS)
    .execute();
  return rows.map(toStoredContract);
};

/** Lists the instances that some transactions funded, up to a limit: one of a plan funds hundreds. */
export const contractsFundedBy = async (
  db: IndexerDatabase,
  txids: readonly string[],
  limit: number,
): Promise<readonly IndexedContract[]> => {
  if (txids.length === 0) return [];
  const rows = await db.selectFrom('contracts').selectAll().where('txid', 'in', txids).limit(limit).execute();
  return rows.map(toStoredContract);
};

/** Lists the instances of some funding outpoints, in no order. */
export const contractsAtOutpoints = async (
  db: IndexerDatabase,
  outpoints: readonly Outpoint[],
): Promise<readonly IndexedContract[]> => {
  if (outpoints.length === 0) return [];
  const [txids, vouts] = [outpoints.map(({ txid }) => txid), outpoints.map(({ vout }) => vout)];
  const rows = await db
    .selectFrom('contracts')
    .selectAll()
    .where(sql<boolean>`(txid, vout) IN (SELECT * FROM unnest(${txids}::text[], ${vouts}::integer[]))`)
    .execute();
  return rows.map(toStoredContract);
};

/** Lists the first instance at each of some scripts, by their Electrum hashes. */
export const firstContractsAt = async (
  db: IndexerDatabase,
  scriptHashes: readonly string[],
): Promise<readonly IndexedContract[]> => {
  if (scriptHashes.length === 0) return [];
  const rows = await db
    .selectFrom('contracts')
    .distinctOn('scriptHash')
    .selectAll()
    .where('scriptHash', 'in', scriptHashes)
    .orderBy('scriptHash')
    .orderBy('fundedHeight')
    .orderBy('txid')
    .orderBy('vout')
    .execute();
  return rows.map(toStoredContract);
};

/** Lists all events of a contract, the funding first. */
export const eventsOfContract = (db: IndexerDatabase, id: number): Promise<readonly ContractEvent[]> =>
  db.selectFrom('events').selectAll().where('contractId', '=', id).orderBy('sequence').execute();
