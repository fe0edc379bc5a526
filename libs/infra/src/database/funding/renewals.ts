import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { PlanFundingRecord } from './funding-record.js';
import { offerCoin, offeredCoin, type OfferedCoin } from './offered-coin.js';

type Funding = Pick<PlanFundingRecord, 'id' | 'part' | 'renews'>;

/** The record of which a funding is the first one of a renewal; null of any other. */
export const renewedByFirst = ({ part, renews }: Pick<Funding, 'part' | 'renews'>): string | null =>
  part === 1 ? renews : null;

/** The id of the record that a funding opens. */
const RECORD = sql`coalesce(fundings.plan_id, (SELECT id FROM streams WHERE plan_funding_id = fundings.id))`;

/**
 * Finds the payment or plan that goes on from another and is funded, or by a vault's proposal is about to be recorded as funded.
 *
 * @param renewed uuid of what was renewed
 * @param except uuid of a renewal that is not meant
 * @returns its id; undefined where there is none
 */
export const renewalOf = async (db: Database, renewed: string, except?: string): Promise<string | undefined> => {
  const { rows } = await sql<{ readonly id: string }>`
    SELECT id FROM (
      SELECT ${RECORD} AS id, status FROM plan_fundings AS fundings WHERE renews = ${renewed}
    ) AS renewal
    WHERE id IS DISTINCT FROM ${except ?? null}::uuid AND (status = 'ACTIVE' OR EXISTS (
      SELECT FROM vault_proposal_subjects AS subject JOIN vault_proposals AS proposal ON proposal.id = subject.proposal_id
      WHERE subject.record_id = renewal.id AND proposal.kind IN ('payment', 'plan') AND proposal.status = 'EXECUTED'
    )) LIMIT 1`.execute(db);
  return rows[0]?.id;
};

/** Finds the renewal of a record whose announcement has a nonce, hex; undefined where there is none. */
export const renewalWithNonce = async (db: Database, renewed: string, nonce: string): Promise<string | undefined> => {
  const { rows } = await sql<{ readonly id: string }>`
    SELECT ${RECORD} AS id FROM plan_fundings AS fundings WHERE renews = ${renewed} AND nonce = ${nonce} LIMIT 1`.execute(
    db,
  );
  return rows[0]?.id;
};

/** Reads the coin that the next funding spends: of the first one of a renewal that of all renewals of the record. */
export const readOffered = async (db: Database, funding: Funding): Promise<OfferedCoin | null> => {
  const renewed = renewedByFirst(funding);
  if (renewed === null) {
    const row = await db.selectFrom('planFundings').selectAll().where('id', '=', funding.id).executeTakeFirst();
    return row === undefined ? null : offeredCoin(row);
  }
  const row = await db.selectFrom('renewals').select('offeredTxid').where('renewed', '=', renewed).executeTakeFirst();
  const txid = row?.offeredTxid ?? null;
  return txid === null ? null : { txid, vout: 0 };
};

/**
 * Makes the row that {@link offerTo} locks, where there is none: by itself, so that nobody waits for it in a transaction.
 *
 * @returns what the transaction of the offer locks, by name
 */
export const prepareOffer = async (db: Database, funding: Funding): Promise<readonly string[]> => {
  const renewed = renewedByFirst(funding);
  if (renewed === null) return [];
  await db
    .insertInto('renewals')
    .values({ renewed })
    .onConflict((row) => row.doNothing())
    .execute();
  return [renewed];
};

/**
 * Notes the coin that a funding spends; of the first one of a renewal for all renewals of the record, so that the chain accepts
 * one of them.
 *
 * @param db a transaction, after {@link prepareOffer}
 * @param before the coin that was offered, as read before
 * @returns whether it is the offered one now; false where somebody else changed it meanwhile
 */
export const offerTo = async (
  db: Database,
  funding: Funding,
  coin: OfferedCoin,
  before: OfferedCoin | null,
): Promise<boolean> => {
  const renewed = renewedByFirst(funding);
  if (renewed === null) return offerCoin(db, funding.id, coin, before);
  const row = await db
    .selectFrom('renewals')
    .select('offeredTxid')
    .where('renewed', '=', renewed)
    .forUpdate()
    .noWait()
    .executeTakeFirst();
  if (row === undefined || row.offeredTxid !== (before?.txid ?? null)) return false;
  await db.updateTable('renewals').set({ offeredTxid: coin.txid }).where('renewed', '=', renewed).execute();
  return true;
};
