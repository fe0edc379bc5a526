import { sql } from 'kysely';
import type { RecordSource } from '../columns.js';
import type { Database } from '../create-database.js';
import { RowNotFoundError } from '../database-errors.js';
import { jsonRows, snakeCase } from '../names.js';
import { NOW } from '../statements.js';
import {
  FUNDED_COLUMNS,
  type NewStream,
  streamChainColumns,
  type StreamState,
  toChangedColumns,
  toNewStreamRow,
} from '../streams/stream-record.js';
import { displayNumbers } from '../streams/streams.repository.js';
import type { Block } from '../transitions/transition-record.js';
import { useTransactionHash } from '../transitions/transitions.repository.js';

export interface OpenedStream {
  /** uuid: that of its row in the list. */
  readonly id: string;
  readonly row: NewStream;
  readonly state: StreamState;
}

/** The funding of a part of a plan, verified on the chain. */
export interface NewPlanOpening {
  readonly planId: string;
  readonly fundingId: string;
  readonly txHash: string;
  /** The transaction's nLockTime. */
  readonly locktime: number;
  /** Null while it is in the mempool. */
  readonly block: Block | null;
  readonly source: RecordSource;
  /** Whether it spent a coin of the sender's address; null where that is not known. */
  readonly bySender: boolean | null;
  /** Unix seconds. */
  readonly activatedAt: number;
  readonly streams: readonly OpenedStream[];
}

/**
 * Stores streams as a funding opened them, ACTIVE from the first: a row stored as PENDING would have all its indexes
 * and figures written twice. They are sent as one parameter: some forty for each would take longer to bind than to
 * store.
 *
 * @param streams of one product
 */
const insertOpened = async (
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
  const [kind, sequence] = displayNumbers(first.row);
  // Numbers are drawn row by row in a select of their own: in one that pads them each would be drawn as often as it is named.
  await sql`
    INSERT INTO streams (${columns}, activated_at, stream_id)
    SELECT ${columns}, greatest(${activatedAt}::bigint, ${NOW}), ${`#WEIR-${kind}-`}::text || lpad(number, greatest(length(number), 6), '0')
    FROM (
      SELECT opened.*, nextval(${sequence}::regclass)::text AS number
      FROM jsonb_populate_recordset(NULL::streams, ${jsonRows(rows)}::jsonb) AS opened
    ) AS numbered`.execute(db);
};

/** `known`: it was recorded before, by this transaction; `other`: it was funded by another. */
type OpeningResult = 'opened' | 'known' | 'other';

/** Finds the streams of a funding that exist already, because it was rolled back before. */
const alreadyThere = async (db: Database, { fundingId }: NewPlanOpening): Promise<ReadonlySet<string>> => {
  const there = await db.selectFrom('streams').select('id').where('planFundingId', '=', fundingId).execute();
  return new Set(there.map(({ id }) => id));
};

/** The states of streams as arrays, for statements over all of them. */
const statesOf = (streams: readonly OpenedStream[]) => {
  const column = <T>(of: (state: StreamState) => T): T[] => streams.map(({ state }) => of(state));
  return sql`unnest(
    ${streams.map(({ id }) => id)}::uuid[],
    ${column(({ category }) => category)}::text[],
    ${column(({ vout }) => vout)}::integer[],
    ${column(({ satoshis }) => satoshis.toString())}::numeric[],
    ${column(({ companion }) => companion?.amount.toString() ?? null)}::numeric[],
    ${column(({ companion }) => companion?.satoshis.toString() ?? null)}::numeric[],
    ${column(({ commitment }) => commitment)}::text[]
  ) AS opened (id, category, vout, satoshis, tokens, companion, commitment)`;
};

/** What a funding changes of a row, as it is before: the rows have their states by then. */
const BEFORE_FUNDING = sql`jsonb_build_object('status', 'PENDING', ${sql.join(
  FUNDED_COLUMNS.flatMap((column) => [sql.lit(snakeCase(column)), sql.lit(null)]),
)})`;

const recordTransitions = (db: Database, opening: NewPlanOpening) => {
  const { txHash, locktime, block, source } = opening;
  return sql`
    INSERT INTO transitions (resource_type, resource_id, sequence, kind, tx_hash, state_vout, state_commitment, state_satoshis,
      state_token_amount, paid_to_recipient, paid_to_sender, locktime, block_height, block_hash, source, state_before)
    SELECT 'stream', opened.id, 1, 'fund', ${txHash}, opened.vout, opened.commitment, opened.satoshis, opened.tokens, 0, 0,
      ${locktime}::bigint, ${block?.height ?? null}::integer, ${block?.hash ?? null}::text, ${source},
      ${streamChainColumns.stateOf('streams')} || ${BEFORE_FUNDING}
    FROM ${statesOf(opening.streams)} JOIN streams USING (id)`.execute(db);
};

const activate = async (db: Database, opening: NewPlanOpening, streams: readonly OpenedStream[]): Promise<void> => {
  if (streams.length === 0) return;
  await sql`
  UPDATE streams SET status = 'ACTIVE', state_category = opened.category, state_txid = ${opening.txHash}, state_vout = opened.vout,
    state_satoshis = opened.satoshis, state_token_amount = opened.tokens, state_companion_satoshis = opened.companion,
    state_commitment = opened.commitment, funding_tx_hash = ${opening.txHash}, funding_vout = opened.vout,
    funded_by_sender = ${opening.bySender}::boolean,
    activated_at = greatest(${opening.activatedAt}::bigint, streams.created_at), next_due = streams.first_due, updated_at = ${NOW}
  FROM ${statesOf(streams)} WHERE streams.id = opened.id`.execute(db);
};

const recordEvents = (db: Database, opening: NewPlanOpening) =>
  sql`
  INSERT INTO resource_events (resource_type, resource_id, kind, transition, tx_hash, amount, source)
  SELECT 'stream', streams.id,
    CASE WHEN EXISTS (
      SELECT FROM resource_events AS earlier
      WHERE earlier.resource_type = 'stream' AND earlier.resource_id = streams.id AND earlier.tx_hash = ${opening.txHash}
        AND earlier.kind = 'rolled_back'
    ) THEN 'restored' ELSE 'recorded' END,
    'fund', ${opening.txHash}, streams.total_amount, ${opening.source}
  FROM streams WHERE plan_funding_id = ${opening.fundingId} ORDER BY plan_index`.execute(db);

const forgetLost = (db: Database, { txHash, streams }: NewPlanOpening) =>
  sql`
  DELETE FROM lost_fundings
  WHERE resource_type = 'stream' AND resource_id = ANY(${streams.map(({ id }) => id)}::uuid[]) AND tx_hash = ${txHash}`.execute(
    db,
  );

/**
 * Records the funding of a part: makes all of its streams ACTIVE, or none. Of several concurrent calls the first
 * counts.
 *
 * @param db a transaction of its own
 * @throws RowNotFoundError; TransactionHashInUseError when another resource has the hash
 */
export const openFunding = async (db: Database, opening: NewPlanOpening): Promise<OpeningResult> => {
  const funding = await db
    .selectFrom('planFundings')
    .select(['status', 'fundingTxHash'])
    .where('id', '=', opening.fundingId)
    .forUpdate()
    .noWait()
    .executeTakeFirst();
  if (funding === undefined) throw new RowNotFoundError('planFundings', opening.fundingId);
  if (funding.status === 'ACTIVE') return funding.fundingTxHash === opening.txHash ? 'known' : 'other';
  await useTransactionHash(db, opening.txHash, { type: 'plan', id: opening.planId });
  const there = await alreadyThere(db, opening);
  await insertOpened(
    db,
    opening,
    opening.streams.filter(({ id }) => !there.has(id)),
  );
  await activate(
    db,
    opening,
    opening.streams.filter(({ id }) => there.has(id)),
  );
  await recordTransitions(db, opening);
  await recordEvents(db, opening);
  await forgetLost(db, opening);
  return 'opened';
};
