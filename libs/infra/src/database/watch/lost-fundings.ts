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
    .insertInto('lostFundings')
    .values({ resourceType: resource.type, resourceId: resource.id, txHash: txHash, lostHeight: height })
    .onConflict((conflict) =>
      conflict.columns(['resourceType', 'resourceId', 'txHash']).doUpdateSet({ lostHeight: height }),
    )
    .execute();
}

/** Lists the fundings that a resource lost and may get again. */
export async function lostFundingsOf(db: Database, resource: Resource): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('lostFundings')
    .select('txHash')
    .where('resourceType', '=', resource.type)
    .where('resourceId', '=', resource.id)
    .execute();
  return rows.map((row) => row.txHash);
}

/** Removes fundings that were lost below a height. @returns how many */
export async function forgetLostFundings(db: Database, lostBelow: number): Promise<bigint> {
  const { numDeletedRows } = await db.deleteFrom('lostFundings').where('lostHeight', '<', lostBelow).executeTakeFirst();
  return numDeletedRows;
}

/** Removes a funding that came back. */
export async function forgetLostFunding(db: Database, resource: Resource, txHash: string): Promise<void> {
  await db
    .deleteFrom('lostFundings')
    .where('resourceType', '=', resource.type)
    .where('resourceId', '=', resource.id)
    .where('txHash', '=', txHash)
    .execute();
}
