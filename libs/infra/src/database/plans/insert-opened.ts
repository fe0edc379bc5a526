import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import { jsonRows } from '../json-rows.js';
import { NOW } from '../seconds.js';
import { displayNumbers } from '../streams/display-id.js';
import { toChangedColumns, toNewStreamRow } from '../streams/stream-record.js';
import type { NewPlanOpening, OpenedStream } from './plan-opening.js';

/**
 * Stores streams as a funding opened them, ACTIVE from the first: a row stored as PENDING would have all its indexes
 * and figures written twice. They are sent as one parameter: some forty for each would take longer to bind than to
 * store.
 *
 * @param streams of one product
 */
export const insertOpened = async (
  db: Database,
  { txHash, activatedAt, bySender }: NewPlanOpening,
  streams: readonly OpenedStream[],
): Promise<void> => {
  const [first] = streams;
  if (first === undefined) return;
  const rows = streams.map(({ id, row, state }) => ({
    ...toNewStreamRow(row),
    ...toChangedColumns({ status: 'ACTIVE', state }),
    id,
    fundingTxHash: txHash,
    fundingVout: state.vout,
    fundedBySender: bySender,
    nextDue: row.recurring?.firstDue ?? null,
  }));
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  const { prefix, sequence } = displayNumbers(first.row);
  // Numbers are drawn row by row in a select of their own: in one that pads them each would be drawn as often as it is named.
  await sql`
    INSERT INTO streams (${columns}, activated_at, stream_id)
    SELECT ${columns}, greatest(${activatedAt}::bigint, ${NOW}), ${prefix}::text || lpad(number, greatest(length(number), 6), '0')
    FROM (
      SELECT opened.*, nextval(${sequence}::regclass)::text AS number
      FROM jsonb_populate_recordset(NULL::streams, ${jsonRows(rows)}::jsonb) AS opened
    ) AS numbered`.execute(db);
};
