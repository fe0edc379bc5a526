import { sql } from 'kysely';
import type { PlanStatus } from '@weir/api-contract/words';
import type { Database } from '../create-database.js';
import type { PlanFundingRecord } from '../funding/funding-record.js';
import type { StreamStatus } from '../sql/columns.js';
import { InvalidCursorError } from '../sql/database-errors.js';
import { type CountedPage, decodeCursor, encodeCursor, type Page, type PageRequest, readPage } from '../sql/pages.js';
import { readSnapshot } from '../sql/statements.js';
import { type StreamRecord, toStreamRecord } from '../streams/stream-record.js';
import { type PlanRecipientRecord, type PlanRecord, toPlanRecord, toRecipientRecord } from './plan-record.js';

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

/** Which plans a list shows: one sender's, by an index. */
export interface PlanPageRequest extends PageRequest {
  /** See `partyKey`. */
  readonly senderHashes: readonly string[];
  readonly kind?: 'VESTING' | 'RECURRING' | 'LOCK' | undefined;
  readonly status?: PlanStatus | undefined;
}

/** A plan with the number of its fundings, and of those that are funded. */
export interface PlanWithParts {
  readonly plan: PlanRecord;
  readonly parts: number;
  readonly partsFunded: number;
}

const filtered = (db: Database, { senderHashes, kind, status }: PlanPageRequest) =>
  db
    .selectFrom('plans')
    .where('senderHash', 'in', senderHashes)
    .$if(status !== undefined, (query) => query.where(sql<boolean>`status = ${status}`))
    .$if(kind !== undefined, (query) => query.where(sql<boolean>`product LIKE ${`${kind ?? ''}%`}`));

/**
 * Reads a page of a sender's plans, and their exact number, from one snapshot.
 *
 * @throws InvalidCursorError
 */
export const pagePlans = (db: Database, request: PlanPageRequest): Promise<CountedPage<PlanWithParts>> =>
  readSnapshot(db, async (snapshot) => {
    const { rows, nextCursor } = await readPage(
      filtered(snapshot, request)
        .selectAll()
        .select([
          sql<number>`(SELECT count(*) FROM plan_fundings WHERE plan_id = plans.id)`.as('parts'),
          sql<number>`(SELECT count(*) FROM plan_fundings WHERE plan_id = plans.id AND status = 'ACTIVE')`.as(
            'partsFunded',
          ),
        ]),
      request,
    );
    const { total } = await filtered(snapshot, request)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const plans = rows.map((row) => ({ plan: toPlanRecord(row), parts: row.parts, partsFunded: row.partsFunded }));
    return { rows: plans, total, nextCursor };
  });

/** What a sender called a person of a plan. */
export interface PlanLabel {
  readonly planId: string;
  /** Of the row's stream, which may not be funded yet. */
  readonly streamId: string;
  readonly recipient: string;
  readonly label: string;
}

const LABEL_CURSOR = /^(.+)\.(\d{1,5})$/;

/** Reads the place of a page of labels: the plan of the last row that was seen, and its index there. @throws InvalidCursorError */
const labelPlaceOf = (cursor: string) => {
  const [, place, index] = LABEL_CURSOR.exec(cursor) ?? [];
  if (place === undefined) throw new InvalidCursorError();
  return { ...decodeCursor(place), index: Number(index) };
};

/**
 * Reads a page of the labels that senders gave people in plans: those of the newest plan first, in the order of its list.
 *
 * @param request senders by their keys (see `partyKey`)
 * @throws InvalidCursorError
 */
export const pageLabels = async (
  db: Database,
  { senderHashes, limit, cursor }: PageRequest & Pick<PlanPageRequest, 'senderHashes'>,
): Promise<Page<PlanLabel>> => {
  const after = cursor === undefined ? undefined : labelPlaceOf(cursor);
  const rows = await db
    .selectFrom('plans')
    .innerJoin('planRecipients as row', 'row.planId', 'plans.id')
    .select(['plans.id as planId', 'plans.createdAt', 'row.planIndex', 'row.streamId', 'row.recipient', 'row.label'])
    .where('plans.senderHash', 'in', senderHashes)
    .where('row.label', 'is not', null)
    .$if(after !== undefined, (query) =>
      query
        .where(sql<boolean>`(plans.created_at, plans.id) <= (${after?.createdAt}, ${after?.id}::uuid)`)
        .where(sql<boolean>`(plans.id <> ${after?.id}::uuid OR plan_index > ${after?.index})`),
    )
    .orderBy('plans.createdAt', 'desc')
    .orderBy('plans.id', 'desc')
    .orderBy('row.planIndex')
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ planId, streamId, recipient, label }) => ({ planId, streamId, recipient, label: label ?? '' })),
    nextCursor:
      last !== undefined && rows.length > limit
        ? `${encodeCursor({ createdAt: last.createdAt, id: last.planId })}.${last.planIndex}`
        : null,
  };
};
