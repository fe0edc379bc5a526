import type { Database } from '../create-database.js';
import type { Resource } from '../transitions/transition-record.js';

/** Stores a funding that was rolled back, in case it comes back. @param height the tip's */
export async function rememberLostFunding(
  db: Database,
  resource: Resource,
  txHash: string,
  height: number,
): Promise<void> {
  await db
    .insertInto('lost_fundings')
    .values({ resource_type: resource.type, resource_id: resource.id, tx_hash: txHash, lost_height: height })
    .onConflict((conflict) =>
      conflict.columns(['resource_type', 'resource_id', 'tx_hash']).doUpdateSet({ lost_height: height }),
    )
    .execute();
}

/** Lists the fundings that a resource lost and may get again. */
export async function lostFundingsOf(db: Database, resource: Resource): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('lost_fundings')
    .select('tx_hash')
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .execute();
  return rows.map((row) => row.tx_hash);
}

/** Removes fundings that were lost below a height. @returns how many */
export async function forgetLostFundings(db: Database, lostBelow: number): Promise<bigint> {
  const { numDeletedRows } = await db
    .deleteFrom('lost_fundings')
    .where('lost_height', '<', lostBelow)
    .executeTakeFirst();
  return numDeletedRows;
}

/** Removes a funding that came back. */
export async function forgetLostFunding(db: Database, resource: Resource, txHash: string): Promise<void> {
  await db
    .deleteFrom('lost_fundings')
    .where('resource_type', '=', resource.type)
    .where('resource_id', '=', resource.id)
    .where('tx_hash', '=', txHash)
    .execute();
}
