import { sql } from 'kysely';
import type { PlanStatus } from '@weir/api-contract/words';
import type { Database } from '../create-database.js';
import { decodeCursor, encodeCursor } from '../cursor.js';
import { readSnapshot } from '../read-snapshot.js';
import { toPlanRecord, type PlanRecord } from './plan-record.js';

/** Which plans a list shows: one sender's, by an index. */
export interface PlanPageRequest {
  /** See `partyKey`. */
  readonly senderHash: string;
  readonly kind?: 'VESTING' | 'RECURRING' | undefined;
  readonly status?: PlanStatus | undefined;
  /** Most rows to return, at least 1. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

/** A plan with the number of its fundings, and of those that are funded. */
export interface PlanWithParts {
  readonly plan: PlanRecord;
  readonly parts: number;
  readonly partsFunded: number;
}

/** A page of plans with the exact total. */
export interface PlanPage {
  /** Newest first. */
  readonly rows: readonly PlanWithParts[];
  /** Exact number of plans behind the filter, on all pages together. */
  readonly total: number;
  /** Null on the last page. */
  readonly nextCursor: string | null;
}

const filtered = (db: Database, { senderHash, kind, status }: PlanPageRequest) =>
  db
    .selectFrom('plans')
    .where('senderHash', '=', senderHash)
    .$if(status !== undefined, (query) => query.where(sql<boolean>`status = ${status}`))
    .$if(kind !== undefined, (query) => query.where(sql<boolean>`product LIKE ${`${kind ?? ''}%`}`));

/**
 * Reads a page of a sender's plans, and their exact number, from one snapshot.
 *
 * @throws InvalidCursorError
 */
export const pagePlans = (db: Database, request: PlanPageRequest): Promise<PlanPage> => {
  const after = request.cursor === undefined ? undefined : decodeCursor(request.cursor);
  return readSnapshot(db, async (snapshot) => {
    const rows = await filtered(snapshot, request)
      .selectAll()
      .select([
        sql<number>`(SELECT count(*) FROM plan_fundings WHERE plan_id = plans.id)`.as('parts'),
        sql<number>`(SELECT count(*) FROM plan_fundings WHERE plan_id = plans.id AND status = 'ACTIVE')`.as(
          'partsFunded',
        ),
      ])
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(created_at, id) < (${after?.createdAt}, ${after?.id}::uuid)`),
      )
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(request.limit + 1)
      .execute();
    const { total } = await filtered(snapshot, request)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    const page = rows.slice(0, request.limit);
    const last = page.at(-1);
    return {
      rows: page.map((row) => ({
        plan: toPlanRecord(row),
        parts: row.parts,
        partsFunded: row.partsFunded,
      })),
      total: total,
      nextCursor:
        last !== undefined && rows.length > page.length
          ? encodeCursor({ createdAt: last.createdAt, id: last.id })
          : null,
    };
  });
};
