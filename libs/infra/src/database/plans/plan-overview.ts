import type { Database } from '../create-database.js';
import { readSnapshot } from '../read-snapshot.js';
import { toStreamRecord, type StreamRecord } from '../streams/stream-record.js';
import type { StreamStatus } from '../streams/stream-tables.js';
import { findPlan, fundingsOf } from './plan-parts.js';
import { toRecipientRecord, type PlanFundingRecord, type PlanRecipientRecord, type PlanRecord } from './plan-record.js';

/** A plan at one moment, with its parts and the status of the streams that they opened. */
export interface PlanOverview {
  readonly plan: PlanRecord;
  /** All parts, by number. */
  readonly fundings: readonly PlanFundingRecord[];
  /** Counts the streams that have been funded, by status. */
  readonly statuses: Readonly<Partial<Record<StreamStatus, number>>>;
  /** What the streams that are funded hold together, base units. */
  readonly amount: bigint;
}

/** A page of a plan's list, at one moment together with its plan. */
export interface PlanRowsPage extends PlanOverview {
  /** Rows of the list, by index. */
  readonly recipients: readonly PlanRecipientRecord[];
  /** The streams of these rows, as far as they have been funded. */
  readonly members: readonly StreamRecord[];
}

/** Which rows of a plan's list are read. */
export interface RecipientPageRequest {
  /** Index of the last row of the page before. */
  readonly after?: number | undefined;
  readonly limit: number;
  /** Whether to show only rows whose stream has been funded. */
  readonly funded?: boolean | undefined;
}

/** Reads rows of a plan's list, by index. */
export const recipientsOf = async (
  db: Database,
  planId: string,
  { after = 0, limit, funded = false }: RecipientPageRequest,
): Promise<readonly PlanRecipientRecord[]> => {
  const rows = await db
    .selectFrom('planRecipients')
    .selectAll()
    .where('planId', '=', planId)
    .where('planIndex', '>', after)
    .$if(funded, (query) =>
      query.where((eb) =>
        eb.exists(eb.selectFrom('streams').select('streams.id').whereRef('streams.id', '=', 'planRecipients.streamId')),
      ),
    )
    .orderBy('planIndex')
    .limit(limit)
    .execute();
  return rows.map(toRecipientRecord);
};

/** Reads those streams of a plan that have rows, by their ids (uuids). */
export const membersById = async (
  db: Database,
  planId: string,
  ids: readonly string[],
): Promise<readonly StreamRecord[]> => {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('streams').selectAll().where('planId', '=', planId).where('id', 'in', ids).execute();
  return rows.map(toStreamRecord);
};

const countStreams = async (db: Database, planId: string): Promise<Pick<PlanOverview, 'statuses' | 'amount'>> => {
  const rows = await db
    .selectFrom('streams')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count'), eb.fn.sum<bigint>('totalAmount').as('amount')])
    .where('planId', '=', planId)
    .groupBy('status')
    .execute();
  return {
    statuses: Object.fromEntries(rows.map(({ status, count }) => [status, count])),
    amount: rows.reduce((sum, { status, amount }) => (status === 'PENDING' ? sum : sum + amount), 0n),
  };
};

const overviewOf = async (db: Database, planId: string): Promise<PlanOverview | undefined> => {
  const plan = await findPlan(db, planId);
  if (plan === undefined) return undefined;
  return {
    plan,
    fundings: await fundingsOf(db, planId),
    ...(await countStreams(db, planId)),
  };
};

/** Reads a plan with its parts and figures, from one snapshot. @returns undefined where there is no such plan */
export const readOverview = (db: Database, planId: string): Promise<PlanOverview | undefined> =>
  readSnapshot(db, (snapshot) => overviewOf(snapshot, planId));

/**
 * Reads a page of a plan's list with the plan itself, from one snapshot: a list may be replaced at any moment, and its
 * rows belong to none of another list's parts.
 *
 * @returns undefined where there is no such plan
 */
export const readPlanRows = (
  db: Database,
  planId: string,
  page: RecipientPageRequest,
): Promise<PlanRowsPage | undefined> =>
  readSnapshot(db, async (snapshot) => {
    const overview = await overviewOf(snapshot, planId);
    if (overview === undefined) return undefined;
    const recipients = await recipientsOf(snapshot, planId, page);
    const members = await membersById(
      snapshot,
      planId,
      recipients.map(({ streamId }) => streamId),
    );
    return { ...overview, recipients, members };
  });
