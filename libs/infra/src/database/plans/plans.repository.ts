import type { Database } from '../create-database.js';
import { toStreamRecord } from '../streams/stream-record.js';
import { findPlan, fundingsOf } from './read-plans.js';

/** Builds the repository over `db`. Holds no state of its own. */
export const createPlansRepository = (db: Database) => ({
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
