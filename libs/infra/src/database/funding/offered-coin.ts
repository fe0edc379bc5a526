import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { PlanFundingRecord } from './funding-record.js';

/** The coin by which all fundings of one part exclude each other. */
export interface OfferedCoin {
  readonly txid: string;
  readonly vout: number;
}

/** Returns the coin that is offered to anybody who funds a part; null before a funding was handed out. */
export const offeredCoin = ({
  offeredTxid: txid,
  offeredVout: vout,
}: Pick<PlanFundingRecord, 'offeredTxid' | 'offeredVout'>): OfferedCoin | null =>
  txid === null ? null : { txid, vout };

const isOffered = (coin: OfferedCoin | null) =>
  coin === null
    ? sql<boolean>`offered_txid IS NULL`
    : sql<boolean>`(offered_txid, offered_vout) = (${coin.txid}, ${coin.vout})`;

/**
 * Notes the coin that a funding of a single record spends.
 *
 * @param before the coin that was offered, as read before
 * @returns whether it is the offered one now; false where somebody else changed it meanwhile
 */
export const offerCoin = async (
  db: Database,
  fundingId: string,
  { txid, vout }: OfferedCoin,
  before: OfferedCoin | null,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('planFundings')
    .set({ offeredTxid: txid, offeredVout: vout })
    .where('id', '=', fundingId)
    .where(isOffered(before))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
