import { sql } from 'kysely';
import type { Database } from '../create-database.js';
import type { RecordSource } from '../sql/columns.js';
import { RowNotFoundError } from '../sql/database-errors.js';
import { NOW } from '../sql/statements.js';
import { insertOpened, type OpenedStream, recordFundings } from '../streams/open-streams.js';
import type { StreamState } from '../streams/stream-record.js';
import type { Block } from '../transitions/transition-record.js';
import { useTransactionHash } from '../transitions/transitions.repository.js';

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
  await recordFundings(
    db,
    opening.streams.map((stream) => ({ ...stream, funding: opening })),
  );
  return 'opened';
};
