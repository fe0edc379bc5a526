import { hexToBin } from '@bitauth/libauth';
import { sql } from 'kysely';
import type { AirdropStatus } from '@weir/api-contract/words';
import { decodeLockAnnouncement, lockEnd, outpointKey, partyKey } from '@weir/covenants';
import type { ChainRecord, ContractFamily } from '@weir/kinds';
import type { Database } from '../../database/create-database.js';
import type { StreamStatus } from '../../database/sql/columns.js';
import type { ContractTerms } from '../sync/sync-records.js';

/** A contract on the chain whose record another service asks for. */
type ContractQuestion = Pick<
  ContractTerms,
  | 'txid'
  | 'vout'
  | 'product'
  | 'family'
  | 'lockingBytecode'
  | 'scriptHash'
  | 'announcement'
  | 'sender'
  | 'recipient'
  | 'tokenCategory'
  | 'totalAmount'
  | 'plan'
>;

/** What the API has recorded of a contract. */
export interface ApiRecord {
  readonly product: ChainRecord;
  readonly status: StreamStatus | AirdropStatus;
  /** The funding it has confirmed; null before. */
  readonly fundingTxHash: string | null;
  /** Paid to recipients, base units. */
  readonly releasedAmount: bigint;
  /** Recorded transactions, the funding among them. */
  readonly steps: number;
  /** The last of them; null of campaigns, whose lanes have each a last one. */
  readonly lastTxHash: string | null;
}

/** A record with the outpoint of the contract that it was found for. */
interface Row extends ApiRecord {
  readonly txid: string;
  readonly vout: number;
}

const isLock = ({ product }: ContractQuestion): boolean => product.includes('LOCK_');

/** Returns the schedule of an announced lock as rows of lists store it; undefined for other contracts. */
const lockScheduleOf = (contract: ContractQuestion) => {
  const { announcement, plan } = contract;
  if (!isLock(contract) || plan === null) return undefined;
  const announced = decodeLockAnnouncement(hexToBin(announcement));
  const schedule = announced?.schedules[plan.group];
  if (schedule === undefined) return undefined;
  return {
    moveDelay: announced?.delay ?? 0,
    start: Number(schedule.start),
    end: Number(lockEnd(schedule)),
    cliffSeconds: Number(schedule.cliff - schedule.start),
    stepSeconds: Number(schedule.step),
  };
};

/** Returns contracts as a table, for statements over all of them. */
const askedTable = (contracts: readonly ContractQuestion[]) => {
  const column = <T>(of: (contract: ContractQuestion) => T): T[] => contracts.map(of);
  const keyOf = (party: string | null) => (party === null ? null : (partyKey(hexToBin(party)) ?? null));
  const schedules = contracts.map(lockScheduleOf);
  return sql`unnest(
    ${column(({ txid }) => txid)}::text[],
    ${column(({ vout }) => vout)}::integer[],
    ${column(({ scriptHash }) => scriptHash)}::text[],
    ${column((contract) => (isLock(contract) ? null : (contract.plan?.index ?? null)))}::integer[],
    ${column(({ announcement }) => announcement)}::text[],
    ${column(({ sender }) => keyOf(sender))}::text[],
    ${column(({ recipient }) => keyOf(recipient))}::text[],
    ${column(({ tokenCategory }) => tokenCategory)}::text[],
    ${column(({ totalAmount }) => totalAmount.toString())}::numeric[],
    ${schedules.map((schedule) => schedule?.start ?? null)}::bigint[],
    ${schedules.map((schedule) => schedule?.end ?? null)}::bigint[],
    ${schedules.map((schedule) => schedule?.cliffSeconds ?? null)}::bigint[],
    ${schedules.map((schedule) => schedule?.stepSeconds ?? null)}::bigint[],
    ${schedules.map((schedule) => schedule?.moveDelay ?? null)}::integer[]
  ) AS asked (txid, vout, script_hash, plan_index, announcement, sender_hash, recipient_hash, token_category, total_amount, start_time,
    end_time, cliff_seconds, step_seconds, move_delay)`;
};

/** Columns of a row of `streams` as a candidate. */
const STREAM = sql`asked.txid, asked.vout, streams.id, streams.product, streams.status, streams.funding_tx_hash, streams.funding_vout,
  streams.withdrawn_amount`;
/** The same of a row of a list, which has no row in `streams` before its funding is confirmed. */
const LISTED = sql`asked.txid, asked.vout, NULL::uuid, CASE WHEN listed.periods IS NULL THEN 'stream' ELSE 'payment' END, 'PENDING', NULL, NULL,
  0`;

/**
 * Finds the records of streams, payments and locks. Several may match a contract: locks of equal terms share a script. The record
 * that follows this very output counts first, then one that waits for its funding, then one that follows another output.
 *
 * The index of a stream is part of its state on the chain. A lock has none there, so all of its terms are compared.
 */
const findStreams = async (db: Database, contracts: readonly ContractQuestion[]): Promise<readonly Row[]> => {
  if (contracts.length === 0) return [];
  const { rows } = await sql<Row>`
    WITH asked AS MATERIALIZED (SELECT * FROM ${askedTable(contracts)}),
    -- Read once for each sender: one list has a thousand rows, and a page may show as many of its locks.
    listed_locks AS MATERIALIZED (
      SELECT fundings.sender_hash, fundings.token_category, plans.move_delay, listed.*
      FROM plan_fundings AS fundings JOIN plan_recipients AS listed ON listed.funding_id = fundings.id
        JOIN plans ON plans.id = fundings.plan_id
      WHERE fundings.status = 'PENDING' AND fundings.plan_id IS NOT NULL AND fundings.announcement IS NULL
        AND fundings.sender_hash IN (SELECT sender_hash FROM asked WHERE start_time IS NOT NULL)
    ),
    found AS (
      SELECT ${STREAM} FROM asked JOIN streams USING (script_hash, plan_index)
      UNION ALL
      SELECT ${STREAM} FROM asked JOIN streams USING (script_hash) WHERE asked.plan_index IS NULL
      UNION ALL
      SELECT ${LISTED} FROM asked
      JOIN plan_fundings AS fundings ON fundings.status = 'PENDING' AND fundings.plan_id IS NOT NULL
        AND fundings.sender_hash = asked.sender_hash AND fundings.announcement = asked.announcement
        AND fundings.token_category IS NOT DISTINCT FROM asked.token_category
      JOIN plan_recipients AS listed ON listed.plan_id = fundings.plan_id AND listed.plan_index = asked.plan_index
        AND listed.funding_id = fundings.id AND listed.recipient_hash = asked.recipient_hash
        AND listed.principal = asked.total_amount
      UNION ALL
      SELECT ${LISTED} FROM asked
      JOIN listed_locks AS listed USING (sender_hash, recipient_hash, start_time, end_time, cliff_seconds, step_seconds, move_delay)
      WHERE listed.principal = asked.total_amount AND listed.token_category IS NOT DISTINCT FROM asked.token_category
    ),
    closest AS (
      SELECT DISTINCT ON (txid, vout) * FROM found
      ORDER BY txid, vout, CASE WHEN funding_tx_hash = txid AND funding_vout = vout THEN 0 WHEN funding_tx_hash IS NULL THEN 1 ELSE 2
        END, id
    )
    SELECT closest.txid, closest.vout, closest.product, closest.status, closest.funding_tx_hash AS "fundingTxHash",
      closest.withdrawn_amount AS "releasedAmount", coalesce(last.sequence, 0) AS steps, last.tx_hash AS "lastTxHash"
    FROM closest LEFT JOIN LATERAL (
      SELECT sequence, tx_hash FROM transitions
      WHERE resource_type = 'stream' AND resource_id = closest.id ORDER BY sequence DESC LIMIT 1
    ) AS last ON true`.execute(db);
  return rows;
};

const findAirdrops = async (db: Database, contracts: readonly ContractQuestion[]): Promise<readonly Row[]> => {
  if (contracts.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT asked.txid, asked.vout, 'airdrop' AS product, campaigns.status, campaigns.funding_tx_hash AS "fundingTxHash",
      coalesce(lanes.claimed, 0) AS "releasedAmount", coalesce(lanes.steps, 0)::integer AS steps, NULL AS "lastTxHash"
    FROM unnest(
      ${contracts.map(({ txid }) => txid)}::text[],
      ${contracts.map(({ vout }) => vout)}::integer[],
      ${contracts.map(({ lockingBytecode }) => lockingBytecode)}::text[]
    ) AS asked (txid, vout, locking_bytecode)
    JOIN airdrop_campaigns AS campaigns USING (locking_bytecode)
    LEFT JOIN LATERAL (
      SELECT sum(claimed_amount) AS claimed, 1 + sum(head) AS steps FROM airdrop_lanes WHERE campaign_id = campaigns.id
    ) AS lanes ON true`.execute(db);
  return rows;
};

/** The last recorded step of a record, as `last`. */
const lastStep = (type: ChainRecord, id: string) => sql`LEFT JOIN LATERAL (
      SELECT sequence, tx_hash FROM transitions
      WHERE resource_type = ${sql.lit(type)} AND resource_id = ${sql.raw(id)} ORDER BY sequence DESC LIMIT 1
    ) AS last ON true`;

/** Finds the records of payments in a currency. One funding may open several at one script, each at its own output. */
const findCurrencyPayments = async (db: Database, contracts: readonly ContractQuestion[]): Promise<readonly Row[]> => {
  if (contracts.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT asked.txid, asked.vout, 'currency_payment' AS product, payments.status, payments.funding_tx_hash AS "fundingTxHash",
      payments.total_paid AS "releasedAmount", coalesce(last.sequence, 0) AS steps, last.tx_hash AS "lastTxHash"
    FROM unnest(
      ${contracts.map(({ txid }) => txid)}::text[],
      ${contracts.map(({ vout }) => vout)}::integer[],
      ${contracts.map(({ scriptHash }) => scriptHash)}::text[]
    ) AS asked (txid, vout, script_hash)
    JOIN currency_payments AS payments USING (script_hash)
    ${lastStep('currency_payment', 'payments.id')}
    WHERE payments.funding_tx_hash IS DISTINCT FROM asked.txid OR payments.funding_vout = asked.vout`.execute(db);
  return rows;
};

/** Returns the outpoints of contracts as a table. */
const askedOutpoints = (contracts: readonly ContractQuestion[]) =>
  sql`unnest(${contracts.map(({ txid }) => txid)}::text[], ${contracts.map(({ vout }) => vout)}::integer[]) AS asked (txid, vout)`;

/** Finds the records of purses. They have none before their opening. */
const findPurses = async (db: Database, contracts: readonly ContractQuestion[]): Promise<readonly Row[]> => {
  if (contracts.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT asked.txid, asked.vout, 'purse' AS product, CASE purses.status WHEN 'ACTIVE' THEN 'ACTIVE' WHEN 'PENDING' THEN 'PENDING'
        ELSE 'CANCELLED' END AS status, purses.opened_txid AS "fundingTxHash", coalesce(paid.amount, 0) AS "releasedAmount",
      coalesce(last.sequence, 0) AS steps, last.tx_hash AS "lastTxHash"
    FROM ${askedOutpoints(contracts)}
    JOIN purses ON purses.opened_txid = asked.txid AND purses.opened_vout = asked.vout
    LEFT JOIN LATERAL (SELECT sum(amount) AS amount FROM purse_payments WHERE purse_id = purses.id) AS paid ON true
    ${lastStep('purse', 'purses.id')}`.execute(db);
  return rows;
};

/** Finds the records of rosters, by the category of their state. */
const findRosters = async (db: Database, contracts: readonly ContractQuestion[]): Promise<readonly Row[]> => {
  if (contracts.length === 0) return [];
  const { rows } = await sql<Row>`
    SELECT asked.txid, asked.vout, 'vault' AS product, CASE vaults.status WHEN 'active' THEN 'ACTIVE' ELSE 'PENDING' END AS status,
      vaults.deposit_tx_hash AS "fundingTxHash", coalesce(paid.amount, 0) AS "releasedAmount", coalesce(last.sequence, 0) AS steps,
      last.tx_hash AS "lastTxHash"
    FROM unnest(
      ${contracts.map(({ txid }) => txid)}::text[],
      ${contracts.map(({ vout }) => vout)}::integer[],
      ${contracts.map(({ plan }) => plan?.category ?? null)}::text[]
    ) AS asked (txid, vout, category)
    JOIN vaults ON vaults.roster_category = asked.category
    LEFT JOIN LATERAL (
      SELECT sum(paid_to_recipient) AS amount FROM transitions WHERE resource_type = 'vault' AND resource_id = vaults.id
    ) AS paid ON true
    ${lastStep('vault', 'vaults.id')}`.execute(db);
  return rows;
};

/** Where the records of a family are; those of all others are streams. */
const FINDERS: { readonly [Family in ContractFamily]?: typeof findStreams } = {
  airdrop: findAirdrops,
  currency: findCurrencyPayments,
  purse: findPurses,
  roster: findRosters,
};

/** Makes the reader. It only reads: any database role that may read the tables will do. */
export const createApiRecordsReader = (db: Database) => ({
  /** Returns records by the outpoint of their contracts (`outpointKey`); contracts without a record are missing. */
  async find(contracts: readonly ContractQuestion[]): Promise<ReadonlyMap<string, ApiRecord>> {
    const finderOf = ({ family }: ContractQuestion) => FINDERS[family] ?? findStreams;
    const finders = [...new Set(contracts.map(finderOf))];
    const rows = await Promise.all(
      finders.map((find) =>
        find(
          db,
          contracts.filter((contract) => finderOf(contract) === find),
        ),
      ),
    );
    return new Map(rows.flat().map(({ txid, vout, ...record }) => [outpointKey({ txid, vout }), record]));
  },
});

/** Read access to the API's records for another service. */
export type ApiRecordsReader = ReturnType<typeof createApiRecordsReader>;
