import type { Database } from './create-database.js';

/** The API's records as another service may look at them. */
export interface ApiRecordsReader {
  /**
   * The fundings that the API has confirmed of contracts, by the Electrum hashes of their scripts: null where it has a
   * record without one, nothing where it has no record.
   */
  fundings(scriptHashes: readonly string[]): Promise<ReadonlyMap<string, string | null>>;
}

/** Looks only; any role that may read the tables will do. */
export const createApiRecordsReader = (db: Database): ApiRecordsReader => ({
  async fundings(scriptHashes) {
    if (scriptHashes.length === 0) return new Map();
    const rows = await db.selectFrom('streams').select(['script_hash', 'funding_tx_hash']).where('script_hash', 'in', scriptHashes).execute();
    return new Map(rows.map(({ script_hash, funding_tx_hash }) => [script_hash, funding_tx_hash]));
  },
});
