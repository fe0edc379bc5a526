import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { newId } from '../new-id.js';
import { NOW } from '../seconds.js';
import {
  toPlanRecord,
  toRecipientRow,
  type NewPlanList,
  type NewPlanRecipient,
  type PlanRecord,
} from './plan-record.js';

/** Rows of one statement: Postgres takes 65,535 parameters. */
const ROWS_AT_ONCE = 2_000;

const insertRecipients = async (
  db: Database,
  planId: string,
  fundingId: string,
  recipients: readonly NewPlanRecipient[],
): Promise<void> => {
  for (let from = 0; from < recipients.length; from += ROWS_AT_ONCE) {
    const rows = recipients.slice(from, from + ROWS_AT_ONCE).map((recipient) => ({
      ...toRecipientRow(recipient),
      planId: planId,
      fundingId: fundingId,
      streamId: newId(),
    }));
    await db.insertInto('planRecipients').values(rows).execute();
  }
};

/**
 * Stores a plan's list with its fundings, replacing the list before.
 *
 * @param db the transaction that holds the plan's lock
 */
export const storeList = async (
  db: Database,
  { id: planId, product, senderHash, tokenCategory, nonce }: PlanRecord,
  { defaults, parts }: NewPlanList,
): Promise<PlanRecord> => {
  await db.deleteFrom('planFundings').where('planId', '=', planId).execute();
  for (const [index, { announcement, recipients }] of parts.entries()) {
    const id = newId();
    await db
      .insertInto('planFundings')
      .values({
        id,
        planId: planId,
        part: index + 1,
        product,
        senderHash: senderHash,
        tokenCategory: tokenCategory,
        nonce,
        announcement,
        streams: recipients.length,
      })
      .execute();
    await insertRecipients(db, planId, id, recipients);
  }
  const all = parts.flatMap(({ recipients }) => recipients);
  const row = await db
    .updateTable('plans')
    .set({
      defaults: JSON.stringify(defaults),
      recipients: all.length,
      principal: all.reduce((sum, { principal }) => sum + principal, 0n),
      updatedAt: sql<number>`greatest(updated_at, ${NOW})`,
    })
    .where('id', '=', planId)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toPlanRecord(row);
};
