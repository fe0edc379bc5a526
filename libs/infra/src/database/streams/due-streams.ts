import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { type StreamRecord, toStreamRecord } from './stream-record.js';

/** What anybody can end once its blocks have passed: refunds of cancels, pauses that settle, and moves to another address. */
const DUE = {
  refunds: { condition: sql<boolean>`refund_status = 'pending'`, height: 'refundAvailableHeight' },
  settlements: { condition: sql<boolean>`pause_settled IS FALSE`, height: 'settleAvailableHeight' },
  moves: { condition: sql<boolean>`move_to IS NOT NULL`, height: 'moveAvailableHeight' },
} as const;

/** What falls due: see {@link DUE}. */
export type DueKind = keyof typeof DUE;

/** The place of a row among those that fall due. */
export interface DuePlace {
  /** From which block on it can be ended. */
  readonly height: number;
  readonly id: string;
}

/** Selects streams that fall due. */
export interface DueRequest {
  /** The block at which they can be ended, or before. */
  readonly height: number;
  readonly limit: number;
  /** The last place read before: rows behind it follow. By default from the first on. */
  readonly after?: DuePlace | undefined;
}

/** Streams that fall due. */
export interface DueStreams {
  readonly rows: readonly StreamRecord[];
  /** Where the next ones begin; undefined where no more follow. */
  readonly next: DuePlace | undefined;
}

/** Reads streams that can be ended at a block or before, the longest due first. */
export const readDue = async (
  db: Database,
  kind: DueKind,
  { height, limit, after }: DueRequest,
): Promise<DueStreams> => {
  const due = DUE[kind];
  const all = db.selectFrom('streams').selectAll().where(due.condition).where(due.height, '<=', height);
  const behind =
    after === undefined ? all : all.where(sql<boolean>`(${sql.ref(due.height)}, id) > (${after.height}, ${after.id})`);
  const found = await behind
    .orderBy(due.height)
    .orderBy('id')
    .limit(limit + 1)
    .execute();
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  const lastHeight = last?.[due.height] ?? null;
  return {
    rows: rows.map(toStreamRecord),
    next: last === undefined || lastHeight === null ? undefined : { height: lastHeight, id: last.id },
  };
};
