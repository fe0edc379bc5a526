import type { Database } from '../create-database.js';
import { readSnapshot } from '../read-snapshot.js';
import {
  toPlanRecord,
  toRecipientRecord,
  type PlanFundingRecord,
  type PlanRecipientRecord,
  type PlanRecord,
} from './plan-record.js';

/** Reads a plan. @returns undefined where there is none */
export const findPlan = async (db: Database, planId: string): Promise<PlanRecord | undefined> => {
  const row = await db.selectFrom('plans').selectAll().where('id', '=', planId).executeTakeFirst();
  return row && toPlanRecord(row);
};

/** Lists the parts of a plan, by number. */
export const fundingsOf = (db: Database, planId: string): Promise<readonly PlanFundingRecord[]> =>
  db.selectFrom('planFundings').selectAll().where('planId', '=', planId).orderBy('part').execute();

/** Lists the rows of a list that one funding opens, by index. */
export const recipientsOfFunding = async (db: Database, fundingId: string): Promise<readonly PlanRecipientRecord[]> => {
  const rows = await db
    .selectFrom('planRecipients')
    .selectAll()
    .where('fundingId', '=', fundingId)
    .orderBy('planIndex')
    .execute();
  return rows.map(toRecipientRecord);
};

/** A plan at one moment, with the part that is to be funded next. */
export interface PlanWithNextPart {
  readonly plan: PlanRecord;
  /** All parts, by number. */
  readonly fundings: readonly PlanFundingRecord[];
  /** The first part that is not funded, with its rows by index; undefined where all are, or where there is no list. */
  readonly next:
    | { readonly funding: PlanFundingRecord; readonly recipients: readonly PlanRecipientRecord[] }
    | undefined;
}

/**
 * Reads a plan and its next part from one snapshot: a list may be replaced at any moment, and the terms of one list
 * with the rows of another would be a funding that opens neither.
 *
 * @returns undefined where there is no such plan
 */
export const readNextPart = (db: Database, planId: string): Promise<PlanWithNextPart | undefined> =>
  readSnapshot(db, async (snapshot) => {
    const plan = await findPlan(snapshot, planId);
    if (plan === undefined) return undefined;
    const fundings = await fundingsOf(snapshot, planId);
    const funding = fundings.find(({ status }) => status === 'PENDING');
    return {
      plan,
      fundings,
      next: funding && { funding, recipients: await recipientsOfFunding(snapshot, funding.id) },
    };
  });
