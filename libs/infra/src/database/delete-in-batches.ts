import type { RawBuilder } from 'kysely';
import type { Database } from './create-database.js';

/**
 * Runs a statement that deletes so many rows at most until it finds fewer: one that deletes all may take longer than a statement may.
 *
 * @param limit that of the statement
 */
export const deleteInBatches = async (db: Database, limit: number, statement: RawBuilder<unknown>): Promise<void> => {
  for (let deleted = limit; deleted === limit;) {
    const { numAffectedRows = 0n } = await statement.execute(db);
    deleted = Number(numAffectedRows);
  }
};
