import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { RecordSource } from '../sql/columns.js';
import { jsonRows, snakeCase } from '../sql/names.js';
import { NOW, PREPARED } from '../sql/statements.js';
import type { Block } from '../transitions/transition-record.js';
import {
  FUNDED_COLUMNS,
  type NewStream,
  streamChainColumns,
  type StreamState,
  toChangedColumns,
  toNewStreamRow,
} from './stream-record.js';
import { displayNumbers } from './streams.repository.js';

/** A stream as a transaction opened it. */
export interface OpenedStream {
  /** uuid: that of its row in a list, or what follows from the claim that opened it. */
  readonly id: string;
  readonly row: NewStream;
  /** The output that opened it. */
  readonly state: StreamState;
}

/** A stream with the transaction that opened it, verified on the chain. */
export interface FundedStream extends OpenedStream {
  readonly funding: {
    /** The transaction's nLockTime. */
    readonly locktime: number;
    /** Null while it is in the mempool. */
    readonly block: Block | null;
    readonly source: RecordSource;
  };
}

/** What streams that were opened together have in common. */
interface Opening {
  /** Unix seconds; no earlier than now. */
  readonly activatedAt: number;
  /** Whether it spent a coin of the sender's address; null where that is not known. */
  readonly bySender: boolean | null | RawBuilder<boolean | null>;
}

/**
 * Stores streams as their fundings opened them, ACTIVE from the first: a row stored as PENDING would have all its indexes
 * and figures written twice. They are sent as one parameter: some forty for each would take longer to bind than to
 * store. Rows that are there already stay as they are.
 *
 * @param streams of one product and asset
 */
export const insertOpened = async (
  db: Database,
  { activatedAt, bySender }: Opening,
  streams: readonly OpenedStream[],
): Promise<readonly string[]> => {
  const [first] = streams;
  if (first === undefined) return [];
  const rows = streams.map(({ id, row, state }) => ({
    ...toNewStreamRow(row),
    ...toChangedColumns({ status: 'ACTIVE', state }),
    id,
    fundingTxHash: state.txid,
    fundingVout: state.vout,
    nextDue: row.recurring?.firstDue ?? null,
  }));
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  const [kind, sequence] = displayNumbers(first.row);
  // Numbers are drawn row by row in a select of their own: in one that pads them each would be drawn as often as it is named.
  const inserted = await sql<{ readonly id: string }>`${PREPARED}
    INSERT INTO streams (${columns}, funded_by_sender, activated_at, stream_id)
    SELECT ${columns}, ${bySender}::boolean, greatest(${activatedAt}::bigint, ${NOW}), ${`#WEIR-${kind}-`}::text || lpad(number, greatest(length(number), 6), '0')
    FROM (
      SELECT opened.*, nextval(${sequence}::regclass)::text AS number
      FROM jsonb_populate_recordset(NULL::streams, ${jsonRows(rows)}::jsonb) AS opened
    ) AS numbered
    ON CONFLICT (id) DO NOTHING RETURNING id`.execute(db);
  return inserted.rows.map(({ id }) => id);
};

/** Some columns of streams as arrays, for statements over all of them. */
const arraysOf = (streams: readonly FundedStream[]) => {
  const column = <T>(of: (stream: FundedStream) => T): T[] => streams.map(of);
  return sql`unnest(
    ${column(({ id }) => id)}::uuid[],
    ${column(({ state }) => state.txid)}::text[],
    ${column(({ state }) => state.vout)}::integer[],
    ${column(({ state }) => state.satoshis.toString())}::numeric[],
    ${column(({ state }) => state.companion?.amount.toString() ?? null)}::numeric[],
    ${column(({ state }) => state.commitment)}::text[],
    ${column(({ funding }) => funding.locktime)}::bigint[],
    ${column(({ funding }) => funding.block?.height ?? null)}::integer[],
    ${column(({ funding }) => funding.block?.hash ?? null)}::text[],
    ${column(({ funding }) => funding.source)}::text[]
  ) WITH ORDINALITY AS opened (id, tx_hash, vout, satoshis, tokens, commitment, locktime, height, block, source, place)`;
};

/** What a funding changes of a row, as it is before: the rows have their states by then. */
const BEFORE_FUNDING = sql`jsonb_build_object('status', 'PENDING', ${sql.join(
  FUNDED_COLUMNS.flatMap((column) => [sql.lit(snakeCase(column)), sql.lit(null)]),
)})`;

/**
 * Records the fundings of streams whose rows have their states already: the first step of each, its event, and that it is
 * no longer looked for where it was lost.
 */
export const recordFundings = async (db: Database, streams: readonly FundedStream[]): Promise<void> => {
  if (streams.length === 0) return;
  await sql`${PREPARED}
    WITH opened AS MATERIALIZED (SELECT * FROM ${arraysOf(streams)}),
    steps AS (
      INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, state_vout, state_commitment, state_satoshis,
        state_token_amount, paid_to_recipient, paid_to_sender, locktime, block_height, block_hash, source, state_before)
      SELECT 'stream', opened.id, 1, 'fund', opened.tx_hash, opened.vout, opened.commitment, opened.satoshis, opened.tokens, 0, 0,
        opened.locktime, opened.height, opened.block, opened.source, ${streamChainColumns.stateOf('streams')} || ${BEFORE_FUNDING}
      FROM opened JOIN streams USING (id)
    ), found_again AS (
      DELETE FROM lost_fundings USING opened
      WHERE resource_type = 'stream' AND resource_id = opened.id AND lost_fundings.tx_hash = opened.tx_hash
    )
    INSERT INTO resource_events (resource_type, resource_id, kind, transition, tx_hash, amount, source)
    SELECT 'stream', streams.id,
      CASE WHEN EXISTS (
        SELECT FROM resource_events AS earlier
        WHERE earlier.resource_type = 'stream' AND earlier.resource_id = streams.id AND earlier.tx_hash = opened.tx_hash
          AND earlier.kind = 'rolled_back'
      ) THEN 'restored' ELSE 'recorded' END,
      'fund', opened.tx_hash, streams.total_amount, opened.source
    FROM opened JOIN streams USING (id) ORDER BY opened.place`.execute(db);
};
