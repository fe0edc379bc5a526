import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../create-database.js';
import { deleteInBatches } from '../delete-in-batches.js';

/** How many deliveries one statement removes: there may be millions. */
const AT_ONCE = 5_000;

/** Removes deliveries in batches, each in a transaction of its own. @param which a condition on them */
export const deleteDeliveries = (db: Database, which: RawBuilder<unknown>): Promise<void> =>
  deleteInBatches(
    db,
    AT_ONCE,
    sql`DELETE FROM webhook_deliveries WHERE id IN (SELECT id FROM webhook_deliveries WHERE ${which} LIMIT ${AT_ONCE})`,
  );
