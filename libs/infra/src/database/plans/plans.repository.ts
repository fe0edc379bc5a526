import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { PlanFundingRecord } from '../funding/funding-record.js';
import type { OfferedCoin } from '../funding/offered-coin.js';
import { offerTo, prepareOffer } from '../funding/renewals.js';
import { type IdempotentResponse, keepAnswer } from '../idempotency/idempotency.repository.js';
import { transactionInTurn } from '../locks/transaction-in-turn.js';
import { type Admission, admit, admitted, type Quota } from '../quotas/admission.js';
import { newId, nextDisplayId, NOW } from '../sql/statements.js';
import { toStreamRecord } from '../streams/stream-record.js';
import { type NewPlanOpening, openFunding } from './open-funding.js';
import {
  type NewPlan,
  type NewPlanList,
  type NewPlanRecipient,
  type PlanRecord,
  toPlanRecord,
  toRecipientRow,
} from './plan-record.js';
import { readPaydays } from './read-paydays.js';
import {
  findPlan,
  fundingsOf,
  membersById,
  pageLabels,
  pagePlans,
  type PlanPageRequest,
  readNextPart,
  readOverview,
  readPlanRows,
  type RecipientPageRequest,
  recipientsOf,
  recipientsOfFunding,
} from './read-plans.js';

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
      planId,
      fundingId,
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
const storeList = async (
  db: Database,
  { id: planId, product, senderHash, tokenCategory, nonce }: PlanRecord,
  { defaults, parts, renews }: NewPlanList,
): Promise<PlanRecord> => {
  const replaced = await db.deleteFrom('planFundings').where('planId', '=', planId).returning('renews').execute();
  const from = renews ?? replaced[0]?.renews ?? null;
  for (const [index, { announcement, recipients }] of parts.entries()) {
    const id = newId();
    await db
      .insertInto('planFundings')
      .values({
        id,
        planId,
        part: index + 1,
        product,
        senderHash,
        tokenCategory,
        nonce,
        announcement,
        streams: recipients.length,
        renews: from,
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

/** A stream as its state on the chain identifies it. */
export interface Member {
  /** Of its funding, display order. */
  readonly category: string;
  readonly index: number;
}

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
  const row = await db.selectFrom('plans').selectAll().where('id', '=', planId).forUpdate().noWait().executeTakeFirst();
  if (row?.status !== 'PENDING' || row.offeredAt !== null) return undefined;
  // The rows it has so far count as free for the new ones.
  await db.updateTable('plans').set({ recipients: 0 }).where('id', '=', planId).execute();
  const owner = { callerHash: row.createdBy, network: row.createdFrom, expiresAt: null };
  // The plan itself counts as one still.
  if (quota !== undefined) await admit(db, 'plans', { ...owner, quota }, rowsOf(list) - 1);
  return storeList(db, toPlanRecord(row), list);
};

/** Runs a transaction that holds the lock on a plan, in its turn. @param others what else it locks, by name */
const planInTurn = <T>(
  db: Database,
  planId: PlanFundingRecord['planId'],
  work: (transaction: Database) => Promise<T>,
  others: readonly string[] = [],
): Promise<T> =>
  transactionInTurn(db, [...(planId === null ? [] : [planId]), ...others], async (transaction) => {
    // Always before its fundings, as a replacement of its list and its removal do, so that two at once cannot deadlock.
    await transaction.selectFrom('plans').select('id').where('id', '=', planId).forUpdate().noWait().execute();
    return work(transaction);
  });

/** Notes that a funding of a plan was handed out, unless one was before. */
const markOffered = async (db: Database, planId: PlanFundingRecord['planId']): Promise<void> => {
  await db
    .updateTable('plans')
    .set({ offeredAt: sql<number>`coalesce(offered_at, ${NOW})` })
    .where('id', '=', planId)
    .execute();
};

const planStreams = (db: Database) => db.selectFrom('streams').selectAll().orderBy('planIndex');

type OfferedFunding = Pick<PlanFundingRecord, 'id' | 'planId' | 'part' | 'renews'>;

export const createPlansRepository = (db: Database) => ({
  /** Stores a plan with its list, no part of it funded. @throws QuotaExceededError */
  create: (plan: NewPlan, list: NewPlanList, admission?: Admission, kept?: IdempotentResponse<PlanRecord>) =>
    admitted(db, { kind: 'plans', admission, weight: rowsOf(list) }, async (transaction, counted) => {
      const row = await transaction
        .insertInto('plans')
        .values({ ...plan, ...counted, id: newId(), planId: nextDisplayId('PLAN', 'plan_number') })
        .returningAll()
        .executeTakeFirstOrThrow();
      return keepAnswer(transaction, await storeList(transaction, toPlanRecord(row), list), kept);
    }),
  /**
   * Gives a plan another list, unless a funding of it was handed out or is there: then undefined.
   *
   * @param quota counts for anybody who made the plan
   * @throws QuotaExceededError
   */
  replace: (planId: string, list: NewPlanList, quota: Quota | undefined, kept?: IdempotentResponse<PlanRecord>) =>
    transactionInTurn(db, [planId], async (transaction) => {
      const replaced = await replaceList(transaction, planId, list, quota);
      return replaced && keepAnswer(transaction, replaced, kept);
    }),
  /**
   * Notes that a funding is handed out to be signed: the list is frozen from now on.
   *
   * @param coin that it spends
   * @param before the coin that the part had, as read before
   * @returns whether the part has this coin now; false where somebody else changed it meanwhile, and then nothing is noted
   */
  offer: async (funding: OfferedFunding, coin: OfferedCoin, before: OfferedCoin | null) =>
    planInTurn(
      db,
      funding.planId,
      async (transaction) => {
        const isTaken = await offerTo(transaction, funding, coin, before);
        // A funding that was not handed out must not freeze the list.
        if (isTaken) await markOffered(transaction, funding.planId);
        return isTaken;
      },
      await prepareOffer(db, funding),
    ),
  /**
   * Freezes a plan's list for a funding that a vault is about to sign. It needs no coin of its own to be unique, since the
   * vault's state is spent once.
   *
   * @returns whether the funding is still one of the list
   */
  keep: ({ id, planId }: Pick<PlanFundingRecord, 'id' | 'planId'>) =>
    planInTurn(db, planId, async (transaction) => {
      const funding = await transaction.selectFrom('planFundings').select('id').where('id', '=', id).executeTakeFirst();
      if (funding === undefined) return false;
      await markOffered(transaction, planId);
      return true;
    }),
  findById: (id: string) => findPlan(db, id),
  fundingsOf: (planId: string) => fundingsOf(db, planId),
  /** @param id uuid of `plan_fundings` */
  findFunding: (id: string) => db.selectFrom('planFundings').selectAll().where('id', '=', id).executeTakeFirst(),
  /** Streams that a funding opens, by index. */
  async streamsOfFunding(fundingId: string) {
    const rows = await planStreams(db).where('planFundingId', '=', fundingId).execute();
    return rows.map(toStreamRecord);
  },
  /** Streams of a plan, by index. @param page `after`: the last index of the page before */
  async streamsOf(planId: string, { after = 0, limit }: { readonly after?: number; readonly limit: number }) {
    const rows = await planStreams(db)
      .where('planId', '=', planId)
      .where('planIndex', '>', after)
      .limit(limit)
      .execute();
    return rows.map(toStreamRecord);
  },
  membersById: (planId: string, ids: readonly string[]) => membersById(db, planId, ids),
  page: (request: PlanPageRequest) => pagePlans(db, request),
  labels: (request: Parameters<typeof pageLabels>[1]) => pageLabels(db, request),
  recipientsOf: (planId: string, page: RecipientPageRequest) => recipientsOf(db, planId, page),
  recipientsOfFunding: (fundingId: string) => recipientsOfFunding(db, fundingId),
  nextPart: (planId: string) => readNextPart(db, planId),
  overview: (planId: string) => readOverview(db, planId),
  rows: (planId: string, page: RecipientPageRequest) => readPlanRows(db, planId, page),
  paydays: (planId: string, limit: number) => readPaydays(db, planId, limit),
  /** Which of some ids are those of rows of a plan's list, funded or not. */
  async listedOf(planId: string, ids: readonly string[]) {
    if (ids.length === 0) return [];
    const rows = await db
      .selectFrom('planRecipients')
      .select('streamId')
      .where('planId', '=', planId)
      .where('streamId', 'in', ids)
      .execute();
    return rows.map(({ streamId }) => streamId);
  },
  /** Ids of the streams of a plan whose fundings made a category, by their indexes in it. */
  async membersOf(planId: string, members: readonly Member[]) {
    if (members.length === 0) return [];
    const { rows } = await sql<{ readonly id: string }>`
      SELECT streams.id FROM unnest(
        ${members.map(({ category }) => category)}::text[], ${members.map(({ index }) => index)}::integer[]
      ) AS shown (category, index)
      JOIN plan_fundings AS fundings ON fundings.plan_id = ${planId} AND fundings.category = shown.category
      JOIN streams ON streams.plan_funding_id = fundings.id AND streams.plan_index = shown.index`.execute(db);
    return rows.map(({ id }) => id);
  },
  /** Records the funding of a part. See {@link openFunding}. @throws TransactionHashInUseError */
  open: (opening: NewPlanOpening) => planInTurn(db, opening.planId, (transaction) => openFunding(transaction, opening)),
});

/** Plans, their lists and fundings. Every method throws DatabaseUnavailableError when the database cannot be reached. */
export type PlansRepository = ReturnType<typeof createPlansRepository>;
