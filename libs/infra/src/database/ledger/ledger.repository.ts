import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../create-database.js';

/** One payment as an entry in a party's books. */
export interface LedgerEntry {
  /** When it was recorded, Unix seconds. */
  readonly at: number;
  readonly txHash: string;
  /** Tells the lines of one transaction of one record apart. */
  readonly leg: number;
  /** `funding`, `reserve`, `claim`, `push`, `refund`, `deposit`, `payout`, ... */
  readonly kind: string;
  /** `in`: to the party; `out`: from the party; `contract`: to somebody else, from a contract that the party funded before. */
  readonly direction: 'in' | 'out' | 'contract';
  readonly product: 'stream' | 'lock' | 'payment' | 'airdrop' | 'vault';
  readonly recordId: string;
  readonly displayId: string | null;
  readonly counterparty: string | null;
  /** Which of the party's addresses it is of. */
  readonly address: string;
  /** Base units. */
  readonly amount: bigint;
  /** Null for BCH. */
  readonly tokenCategory: string | null;
  /** What its maker wrote to the record. */
  readonly memo: string | null;
  /** The plan that the record is of, and its number. */
  readonly planId: string | null;
  readonly planDisplayId: string | null;
}

/** The party and the time whose lines are read. */
export interface LedgerQuery {
  /**
   * Keys of the addresses of one party, each once and at least one: of a P2PKH address its hash160, else the locking bytecode; hex.
   */
  readonly parties: readonly string[];
  /** Hash of the proven viewer: private vaults' lines are for their members. */
  readonly viewerHashes: readonly string[];
  /** Unix seconds, both inclusive. */
  readonly from: number;
  readonly to: number;
}

/** A server-side cursor that closes itself when nothing is fetched for a while. */
interface LineCursor<Row> {
  /** Fetches the next rows; undefined once the cursor has closed. */
  fetch(count: number): Promise<readonly Row[] | undefined>;
  close(): Promise<void>;
}

/**
 * Opens a cursor in a read-only transaction of its own. A slow reader holds neither the snapshot nor the connection:
 * the cursor closes itself, and the reader opens another one after their last row.
 *
 * @param idleMs after which it closes itself, milliseconds
 */
const openCursor = async <Row>(db: Database, query: RawBuilder<unknown>, idleMs: number): Promise<LineCursor<Row>> => {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  let timer: NodeJS.Timeout | undefined;
  let ended: Promise<unknown> | undefined;
  const end = (): Promise<unknown> => {
    clearTimeout(timer);
    // Where the connection is lost there is nothing to close.
    return (ended ??= transaction
      .rollback()
      .execute()
      .catch(() => undefined));
  };
  try {
    await sql`DECLARE lines NO SCROLL CURSOR FOR ${query}`.execute(transaction);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    async fetch(count) {
      clearTimeout(timer);
      if (ended !== undefined) return undefined;
      const { rows } = await sql<Row>`FETCH ${sql.raw(String(Math.trunc(count)))} FROM lines`.execute(transaction);
      timer = setTimeout(() => void end(), idleMs);
      timer.unref();
      return rows;
    },
    async close() {
      await end();
    },
  };
};

/** Of a P2PKH address: whoever is known by more is a script. */
const isKeyHash = (party: string): boolean => /^[0-9a-f]{40}$/u.test(party);

/** Whether a column names one of the party's addresses. */
const isOf = (column: RawBuilder<unknown>, { parties }: LedgerQuery) => sql`${column} = ANY(${parties}::text[])`;

const inTime = (column: RawBuilder<unknown>, { from, to }: LedgerQuery) => sql`${column} BETWEEN ${from} AND ${to}`;

const COLUMNS = sql`at, tx_hash, leg, kind, direction, product, record_id, display_id, counterparty, address, amount, token_category, memo, plan_id, plan_display_id`;

/** Of lines of records that are in no plan. */
const NO_PLAN = sql`NULL::uuid, NULL::text`;

/**
 * Of streams and payments, of both: what funds them and comes back is their sender's, what is paid their recipient's. Written
 * for each product by itself, since each has indexes of its own. Of a lock that a claim opened, its creator's line is that of the
 * claim; its recipient's are what it pays.
 */
const ofStreams = (query: LedgerQuery, product: 'stream' | 'payment') => {
  const steps = sql`transitions AS t ON t.resource_type = 'stream' AND t.resource_id = s.id AND ${inTime(sql`t.created_at`, query)}
    LEFT JOIN plans ON plans.id = s.plan_id`;
  const head = sql`t.created_at AS at, t.tx_hash, legs.leg, legs.kind, legs.direction, CASE s.contract WHEN 'LOCK' THEN 'lock' ELSE s.product END AS product,
    s.id AS record_id, s.stream_id AS display_id, legs.counterparty, legs.address, legs.amount, legs.token_category, s.description AS memo, s.plan_id, plans.plan_id AS plan_display_id`;
  const paid = sql`CASE t.kind WHEN 'push' THEN 'push' ELSE 'claim' END`;
  return sql`
    SELECT ${head} FROM streams AS s JOIN ${steps} CROSS JOIN LATERAL (VALUES
      (1, 'funding', 'out', s.contract_address, s.sender, CASE WHEN t.sequence = 1 THEN s.total_amount ELSE 0 END, s.token_category),
      (2, 'reserve', 'out', s.contract_address, s.sender, CASE WHEN t.sequence = 1 THEN s.plan_reserve ELSE 0 END, NULL),
      (3, ${paid}, 'contract', s.recipient, s.sender, t.paid_to_recipient, s.token_category),
      (4, 'refund', 'in', s.contract_address, s.sender, t.paid_to_sender, s.token_category)
    ) AS legs (leg, kind, direction, counterparty, address, amount, token_category)
    WHERE s.product = ${sql.lit(product)} AND ${isOf(sql`s.sender_hash`, query)} AND s.campaign_id IS NULL AND legs.amount > 0
    UNION ALL
    SELECT ${head} FROM streams AS s JOIN ${steps} CROSS JOIN LATERAL (VALUES
      (5, ${paid}, 'in', s.sender, s.recipient, t.paid_to_recipient, s.token_category)
    ) AS legs (leg, kind, direction, counterparty, address, amount, token_category)
    WHERE s.product = ${sql.lit(product)} AND ${isOf(sql`s.recipient_hash`, query)} AND legs.amount > 0`;
};

/** What a campaign's lanes got to pay for later steps, beside what they pay: satoshis. */
const CAMPAIGN_RESERVE = sql`(
  SELECT sum(st.satoshis + coalesce(st.companion_satoshis, 0)) - CASE WHEN c.token_category IS NULL THEN c.pool ELSE 0 END
  FROM airdrop_steps AS st WHERE st.campaign_id = c.id AND st.sequence = 0)`;

/** Of campaigns, of their creator: each funding of theirs, with its reserve, and what was claimed. */
const ofCampaigns = (query: LedgerQuery) => sql`
  SELECT c.activated_at AS at, c.funding_tx_hash AS tx_hash, legs.leg, legs.kind, 'out' AS direction, 'airdrop' AS product,
    c.id AS record_id, c.campaign_id AS display_id, c.contract_address AS counterparty, c.creator AS address, legs.amount, legs.token_category, c.title AS memo, ${NO_PLAN}
  FROM airdrop_campaigns AS c CROSS JOIN LATERAL (VALUES
    (1, 'funding', c.pool, c.token_category), (2, 'reserve', ${CAMPAIGN_RESERVE}, NULL)
  ) AS legs (leg, kind, amount, token_category)
  WHERE ${isOf(sql`c.creator_hash`, query)} AND c.funding_tx_hash IS NOT NULL AND legs.amount > 0 AND ${inTime(sql`c.activated_at`, query)}
  UNION ALL
  SELECT st.created_at, st.tx_hash, 10 + 4 * st.lane + legs.leg, legs.kind, legs.direction, 'airdrop', c.id, c.campaign_id, legs.counterparty, c.creator,
    legs.amount, c.token_category, c.title, ${NO_PLAN}
  FROM airdrop_campaigns AS c JOIN airdrop_steps AS st ON st.campaign_id = c.id AND st.kind <> 'fund' AND ${inTime(sql`st.created_at`, query)}
  CROSS JOIN LATERAL (VALUES
    (1, 'claim', 'contract', st.recipient, CASE st.kind WHEN 'claim' THEN st.amount ELSE 0 END),
    (2, 'refund', 'in', c.contract_address, st.to_creator)
  ) AS legs (leg, kind, direction, counterparty, amount)
  WHERE ${isOf(sql`c.creator_hash`, query)} AND legs.amount > 0`;

const keyHashes = ({ parties }: LedgerQuery): readonly string[] => parties.filter(isKeyHash);

/** What an address was paid by claims: of a list that vests, its locks pay. */
const claimsOf = (query: LedgerQuery) => sql`
  SELECT st.created_at, st.tx_hash, 10 + 4 * st.lane, 'claim', 'in', 'airdrop', c.id, c.campaign_id, c.creator, st.recipient, st.amount, c.token_category, c.title, ${NO_PLAN}
  FROM airdrop_steps AS st JOIN airdrop_campaigns AS c ON c.id = st.campaign_id
  WHERE c.vesting_type IS NULL AND st.recipient_hash = ANY(${keyHashes(query).map((hash) => Buffer.from(hash, 'hex'))}::bytea[]) AND st.kind = 'claim' AND ${inTime(sql`st.created_at`, query)}`;

const mayBeSeen = ({ viewerHashes }: LedgerQuery) =>
  sql`(v.is_public OR EXISTS (SELECT FROM vault_members AS m WHERE m.vault_id = v.id AND m.hash = ANY(${viewerHashes}::text[])))`;

/** The kinds of proposals that pay somebody; the others fund or steer records, whose own lines these are. */
const PAYS = sql`p.status = 'EXECUTED' AND p.kind IN ('spend', 'close')`;

/** What was paid to somebody by vaults. */
const payoutsTo = (query: LedgerQuery) => {
  const bytecodes = query.parties.map((party) => (isKeyHash(party) ? `76a914${party}88ac` : party));
  return sql`
    SELECT p.executed_at, p.executed_tx_hash, 1, 'payout', 'in', 'vault', p.id, p.proposal_id, v.contract_address, p.recipient, p.amount, p.token_category, p.reason, ${NO_PLAN}
    FROM vault_proposals AS p JOIN vaults AS v ON v.id = p.vault_id
    WHERE p.recipient_bytecode = ANY(${bytecodes}::text[]) AND ${PAYS} AND ${inTime(sql`p.executed_at`, query)} AND ${mayBeSeen(query)}`;
};

/** Of what lay at a vault's address, what no other line tells of: not its state, its change, nor what records or vaults paid to it. */
const IS_DEPOSIT = sql`
  NOT EXISTS (SELECT FROM transitions AS t WHERE t.tx_hash = d.tx_hash AND t.resource_type = 'vault' AND t.resource_id = v.id
    AND (t.spent_txid IS NOT NULL OR t.state_vout = d.vout))
  AND NOT EXISTS (SELECT FROM transitions AS t JOIN streams AS s ON s.id = t.resource_id
    WHERE t.tx_hash = d.tx_hash AND t.resource_type = 'stream' AND v.locking_bytecode IN (s.sender_hash, s.recipient_hash))
  AND NOT EXISTS (SELECT FROM airdrop_steps AS st JOIN airdrop_campaigns AS c ON c.id = st.campaign_id
    WHERE st.tx_hash = d.tx_hash AND c.creator_hash = v.locking_bytecode)
  AND NOT EXISTS (SELECT FROM vault_proposals AS p
    WHERE p.executed_tx_hash = d.tx_hash AND (p.vault_id = v.id OR p.recipient_bytecode = v.locking_bytecode))`;

/** Of a vault itself: its deposits, the first with its state, and what it paid. */
const ofVault = (query: LedgerQuery) => sql`
  SELECT t.created_at, t.tx_hash, 1, 'deposit', 'in', 'vault', v.id, NULL, NULL, v.contract_address, t.state_satoshis, NULL, v.name, ${NO_PLAN}
  FROM vaults AS v JOIN transitions AS t ON t.resource_type = 'vault' AND t.resource_id = v.id AND t.sequence = 1 AND ${inTime(sql`t.created_at`, query)}
  WHERE ${isOf(sql`v.locking_bytecode`, query)} AND ${mayBeSeen(query)}
  UNION ALL
  SELECT d.created_at, d.tx_hash, 10 + 2 * d.vout + legs.leg, 'deposit', 'in', 'vault', v.id, NULL, NULL, v.contract_address, legs.amount, legs.token_category, v.name, ${NO_PLAN}
  FROM vaults AS v JOIN vault_deposits AS d ON d.vault_id = v.id AND ${inTime(sql`d.created_at`, query)}
  CROSS JOIN LATERAL (VALUES (0, d.satoshis, NULL), (1, d.token_amount, d.token_category)) AS legs (leg, amount, token_category)
  WHERE ${isOf(sql`v.locking_bytecode`, query)} AND legs.amount > 0 AND ${mayBeSeen(query)} AND ${IS_DEPOSIT}
  UNION ALL
  SELECT p.executed_at, p.executed_tx_hash, 2, 'payout', 'out', 'vault', p.id, p.proposal_id, p.recipient, v.contract_address, p.amount, p.token_category, p.reason, ${NO_PLAN}
  FROM vaults AS v JOIN vault_proposals AS p ON p.vault_id = v.id AND ${PAYS} AND ${inTime(sql`p.executed_at`, query)}
  WHERE ${isOf(sql`v.locking_bytecode`, query)} AND ${mayBeSeen(query)}`;

/** Selects all lines of a party, in no order. */
const linesOfParty = (query: LedgerQuery): RawBuilder<unknown> => {
  const parts = [
    ofCampaigns(query),
    ofStreams(query, 'stream'),
    ofStreams(query, 'payment'),
    payoutsTo(query),
    ...(keyHashes(query).length > 0 ? [claimsOf(query)] : []),
    ...(query.parties.every(isKeyHash) ? [] : [ofVault(query)]),
  ];
  return sql`SELECT ${COLUMNS} FROM (${sql.join(parts, sql` UNION ALL `)}) AS lines
    (${COLUMNS})`;
};

/** Bounds of reading the ledger; the defaults are for production. */
interface LedgerOptions {
  /** Lines taken from the database at a time. */
  readonly rowsAtOnce?: number;
  /** How long a reader may take for them before the snapshot is let go of, milliseconds. */
  readonly idleMs?: number;
}

const ordered = (query: LedgerQuery, last: LedgerEntry | undefined) => {
  const from = last === undefined ? query : { ...query, from: last.at };
  const behind =
    last === undefined
      ? sql``
      : sql`WHERE (at, tx_hash, record_id, leg) > (${last.at}::bigint, ${last.txHash}, ${last.recordId}::uuid, ${last.leg}::integer)`;
  return sql`SELECT * FROM (${linesOfParty(from)}) AS lines ${behind} ORDER BY at, tx_hash, record_id, leg`;
};

/** Builds the repository over a database. Give it one of its own: its statements are long and hold connections. */
export const createLedgerRepository = (db: Database, { rowsAtOnce = 500, idleMs = 3_000 }: LedgerOptions = {}) => ({
  /**
   * Reads lines, the oldest first, in batches of some hundreds. Holds a connection only while lines are being fetched; a slow
   * reader holds neither a snapshot nor a connection.
   */
  async *lines(query: LedgerQuery) {
    let last: LedgerEntry | undefined;
    for (;;) {
      const cursor = await openCursor<LedgerEntry>(db, ordered(query, last), idleMs);
      try {
        for (let rows = await cursor.fetch(rowsAtOnce); rows !== undefined; rows = await cursor.fetch(rowsAtOnce)) {
          last = rows.at(-1) ?? last;
          if (rows.length > 0) yield rows;
          if (rows.length < rowsAtOnce) return;
        }
      } finally {
        await cursor.close();
      }
    }
  },
  /** The totals before `from`, by asset. */
  async openingTotals(query: LedgerQuery) {
    const before = { ...query, from: 0, to: query.from - 1 };
    const { rows } = await sql<{ readonly tokenCategory: string | null; readonly total: bigint }>`
      SELECT token_category, sum(CASE direction WHEN 'in' THEN amount WHEN 'out' THEN -amount ELSE 0 END) AS total
      FROM (${linesOfParty(before)}) AS lines GROUP BY token_category`.execute(db);
    return rows;
  },
});

/** Payments by party. Throws DatabaseUnavailableError where the database cannot be reached. */
export type LedgerRepository = ReturnType<typeof createLedgerRepository>;
