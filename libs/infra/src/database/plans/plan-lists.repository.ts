import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { newId } from '../new-id.js';
import { admit, type Admission, type Quota } from '../quotas/admission.js';
import { retryTransaction } from '../retry-transaction.js';
import { NOW } from '../seconds.js';
import type { StreamStatus } from '../streams/stream-tables.js';
import { openFunding, type NewPlanOpening, type OpeningResult } from './open-funding.js';
import { pagePlans, type PlanPage, type PlanPageRequest } from './page-plans.js';
import { storeList } from './plan-list-rows.js';
import type { NewPlan, NewPlanList, PlanRecipientRecord, PlanRecord } from './plan-record.js';
import { toNewPlanRow, toPlanRecord, toRecipientRecord } from './plan-rows.js';

/** The lists of plans, and their fundings. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export interface PlanListsRepository {
  /** Stores a plan with its list, no part of it funded. @throws QuotaExceededError */
  create(plan: NewPlan, list: NewPlanList, admission?: Admission): Promise<PlanRecord>;
  /**
   * Gives a plan another list, unless a funding of it was handed out or is there: then undefined.
   *
   * @param quota counts for whoever made the plan
   * @throws QuotaExceededError
   */
  replace(planId: string, list: NewPlanList, quota: Quota | undefined): Promise<PlanRecord | undefined>;
  /** Notes that a funding is handed out to be signed: the list stays as it is from now on. */
  offer(planId: string): Promise<void>;
  /** @throws InvalidCursorError */
  page(request: PlanPageRequest): Promise<PlanPage>;
  /** Rows of a plan's list, by index. @param page `after`: the last index of the page before */
  recipientsOf(planId: string, page: RecipientPageRequest): Promise<readonly PlanRecipientRecord[]>;
  /** Rows of a list that one funding opens, by index. */
  recipientsOfFunding(fundingId: string): Promise<readonly PlanRecipientRecord[]>;
  /** How many streams of a plan are in which state, of those that have been funded. */
  statusesOf(planId: string): Promise<Readonly<Partial<Record<StreamStatus, number>>>>;
  /** Ids of the streams of a plan whose fundings made a category, by their indexes in it. */
  membersOf(planId: string, members: readonly Member[]): Promise<readonly string[]>;
  /** Records the funding of a part. See {@link openFunding}. @throws TransactionHashInUseError */
  open(opening: NewPlanOpening): Promise<OpeningResult>;
}

/** A stream by what its state on the chain shows. */
export interface Member {
  /** Of its funding, display order. */
  readonly category: string;
  readonly index: number;
}

export interface RecipientPageRequest {
  readonly after?: number | undefined;
  readonly limit: number;
  /** Whether only those are shown whose stream has been funded. */
  readonly funded?: boolean | undefined;
}

const planNumber = sql<string>`(
  SELECT '#WEIR-PLAN-' || lpad(number, greatest(length(number), 6), '0')
  FROM (SELECT nextval('plan_number')::text AS number) AS next)`;

const rowsOf = ({ parts }: NewPlanList): number =>
  Math.max(
    1,
    parts.reduce((sum, { recipients }) => sum + recipients.length, 0),
  );

const replaceList = async (
  db: Database,
  planId: string,
  list: NewPlanList,
  quota: Quota | undefined,
): Promise<PlanRecord | undefined> => {
  const row = await db.selectFrom('plans').selectAll().where('id', '=', planId).forUpdate().executeTakeFirst();
  if (row?.status !== 'PENDING' || row.offered_at !== null) return undefined;
  // What it has so far makes room for what it is to have.
  await db.updateTable('plans').set({ recipients: 0 }).where('id', '=', planId).execute();
  const owner = { callerHash: row.created_by, network: row.created_from, expiresAt: null };
  // The plan itself counts as one still.
  if (quota !== undefined) await admit(db, 'plans', { ...owner, quota }, rowsOf(list) - 1);
  return storeList(db, toPlanRecord(row), list);
};

/** The lists of `db`. Holds no state of its own. */
export const createPlanListsRepository = (db: Database): PlanListsRepository => ({
  create: (plan, list, admission) =>
    db.transaction().execute(async (transaction) => {
      const counted = await admit(transaction, 'plans', admission, rowsOf(list));
      const row = await transaction
        .insertInto('plans')
        .values({ ...toNewPlanRow(plan), ...counted, id: newId(), plan_id: planNumber })
        .returningAll()
        .executeTakeFirstOrThrow();
      return storeList(transaction, toPlanRecord(row), list);
    }),
  replace: (planId, list, quota) =>
    retryTransaction(() => db.transaction().execute((transaction) => replaceList(transaction, planId, list, quota))),
  async offer(planId) {
    await db
      .updateTable('plans')
      .set({ offered_at: NOW })
      .where('id', '=', planId)
      .where('offered_at', 'is', null)
      .execute();
  },
  page: (request) => pagePlans(db, request),
  async recipientsOf(planId, { after = 0, limit, funded = false }) {
    const rows = await db
      .selectFrom('plan_recipients')
      .selectAll()
      .where('plan_id', '=', planId)
      .where('plan_index', '>', after)
      .$if(funded, (query) =>
        query.where((eb) =>
          eb.exists(
            eb.selectFrom('streams').select('streams.id').whereRef('streams.id', '=', 'plan_recipients.stream_id'),
          ),
        ),
      )
      .orderBy('plan_index')
      .limit(limit)
      .execute();
    return rows.map(toRecipientRecord);
  },
  async recipientsOfFunding(fundingId) {
    const rows = await db
      .selectFrom('plan_recipients')
      .selectAll()
      .where('funding_id', '=', fundingId)
      .orderBy('plan_index')
      .execute();
    return rows.map(toRecipientRecord);
  },
  async statusesOf(planId) {
    const rows = await db
      .selectFrom('streams')
      .select((eb) => ['status', eb.fn.countAll<bigint>().as('count')])
      .where('plan_id', '=', planId)
      .groupBy('status')
      .execute();
    return Object.fromEntries(rows.map(({ status, count }) => [status, Number(count)]));
  },
  async membersOf(planId, members) {
    if (members.length === 0) return [];
    const { rows } = await sql<{ readonly id: string }>`
      SELECT streams.id FROM unnest(
        ${members.map(({ category }) => category)}::text[], ${members.map(({ index }) => index)}::integer[]
      ) AS shown (category, index)
      JOIN plan_fundings AS fundings ON fundings.plan_id = ${planId} AND fundings.category = shown.category
      JOIN streams ON streams.plan_funding_id = fundings.id AND streams.plan_index = shown.index`.execute(db);
    return rows.map(({ id }) => id);
  },
  open: (opening) =>
    retryTransaction(() => db.transaction().execute((transaction) => openFunding(transaction, opening))),
});
