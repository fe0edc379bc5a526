import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { admitted, type Admission } from '../quotas/admission.js';
import { newId } from '../statements.js';
import { nextDisplayId, insertFunding } from '../streams/insert-funding.js';
import { toNewStreamRow, toStreamRecord } from '../streams/stream-record.js';
import { toPlanRecord, type NewPlan, type NewPlanPart } from './plan-record.js';
import { findPlan, fundingsOf } from './read-plans.js';

/** Rows of one statement: Postgres takes 65,535 parameters. */
const ROWS_AT_ONCE = 1_000;

const insertPart = async (db: Database, planId: string, part: number, { streams }: NewPlanPart): Promise<void> => {
  const fundingId = await insertFunding(db, planId, part, streams);
  for (let from = 0; from < streams.length; from += ROWS_AT_ONCE) {
    const rows = streams.slice(from, from + ROWS_AT_ONCE).map((stream) => ({
      ...toNewStreamRow({ ...stream, place: { ...stream.place, fundingId, planId } }),
      id: newId(),
      streamId: nextDisplayId(stream),
    }));
    await db.insertInto('streams').values(rows).execute();
  }
};

/** Builds the repository over `db`. Holds no state of its own. */
export const createPlansRepository = (db: Database) => ({
  /**
   * Stores a plan with its fundings and their streams, whole or not at all.
   *
   * @throws QuotaExceededError
   */
  insert: (plan: NewPlan, parts: readonly NewPlanPart[], admission?: Admission) =>
    admitted(db, { kind: 'plans', admission }, async (transaction, counted) => {
      const row = await transaction
        .insertInto('plans')
        .values({
          ...plan,
          ...counted,
          id: newId(),
          planId: sql<string>`(
            SELECT '#WEIR-PLAN-' || lpad(number, greatest(length(number), 6), '0')
            FROM (SELECT nextval('plan_number')::text AS number) AS next)`,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      for (const [index, part] of parts.entries()) await insertPart(transaction, row.id, index + 1, part);
      return toPlanRecord(row);
    }),
  findById: (id: string) => findPlan(db, id),
  fundingsOf: (planId: string) => fundingsOf(db, planId),
  /** @param id uuid of `plan_fundings` */
  findFunding: (id: string) => db.selectFrom('planFundings').selectAll().where('id', '=', id).executeTakeFirst(),
  /** Streams that a funding opens, by index. */
  async streamsOfFunding(fundingId: string) {
    const rows = await db
      .selectFrom('streams')
      .selectAll()
      .where('planFundingId', '=', fundingId)
      .orderBy('planIndex')
      .execute();
    return rows.map(toStreamRecord);
  },
  /** Streams of a plan, by index. @param page `after`: the last index of the page before */
  async streamsOf(planId: string, { after = 0, limit }: { readonly after?: number; readonly limit: number }) {
    const rows = await db
      .selectFrom('streams')
      .selectAll()
      .where('planId', '=', planId)
      .where('planIndex', '>', after)
      .orderBy('planIndex')
      .limit(limit)
      .execute();
    return rows.map(toStreamRecord);
  },
});

/** Plans in Postgres. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type PlansRepository = ReturnType<typeof createPlansRepository>;
