import { type Selectable, sql } from 'kysely';
import { commandText } from '../../installation.js';
import type { ContractsTable } from '../generated/tables.js';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { commitRound, OvertakenError } from './commit-round.js';
import { type IndexedBlock, type Round, type StoredContract, toStoredContract } from './sync-records.js';

/** Rows of contracts whose last event is above the height get the columns of the last event below it. */
const earlierHeads = async (
  db: IndexerDatabase,
  ids: readonly number[],
  height: number,
): Promise<ReadonlyMap<number, Partial<Selectable<ContractsTable>>>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ contractId: number } & Partial<Selectable<ContractsTable>>>`
    SELECT DISTINCT ON (contract_id) contract_id, sequence, status, released_amount, commitment, state, state_script_hash, moved_to, held_satoshis, held_tokens,
      txid AS last_txid, height AS last_height, time AS last_time
    FROM events WHERE contract_id = ANY(${ids}::bigint[]) AND height <= ${height}
    ORDER BY contract_id, sequence DESC`.execute(db);
  return new Map(rows.map(({ contractId, ...head }) => [contractId, head]));
};

/** Where the state of a contract is: its locking bytecode in the state of a lock that can move, else that of its funding. */
const PLACE = sql<string>`coalesce(state #>> '{lanes,0,lockingBytecode}', locking_bytecode)`;

/** Reads the contracts at some scripts, or funded there, as they were at a height, in order of their funding. */
export const contractsAt = async (
  db: IndexerDatabase,
  scriptHashes: readonly string[],
  height: number,
): Promise<StoredContract[]> => {
  if (scriptHashes.length === 0) return [];
  const rows = await db
    .selectFrom('contracts')
    .selectAll()
    .where((where) => where.or([where('scriptHash', 'in', scriptHashes), where('stateScriptHash', 'in', scriptHashes)]))
    .where('fundedHeight', '<=', height)
    .orderBy('fundedHeight')
    .orderBy('txid')
    .orderBy('vout')
    .execute();
  const heads = await earlierHeads(
    db,
    rows.filter(({ lastHeight }) => lastHeight > height).map(({ id }) => id),
    height,
  );
  return rows.map((row) => ({
    ...toStoredContract({ ...row, ...heads.get(row.id) }),
    isAhead: row.lastHeight > height,
  }));
};

/** A month of UTC, counted from 1970. */
const monthOf = (time: number): number => {
  const date = new Date(time * 1000);
  return (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
};

const startOf = (month: number): number => Date.UTC(1970, month, 1) / 1000;

const nameOf = (month: number): string =>
  `events_${1970 + Math.floor(month / 12)}_${String((month % 12) + 1).padStart(2, '0')}`;

const createPartition = (db: IndexerDatabase, month: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const name = nameOf(month);
    const { rows } = await sql<{ exists: boolean }>`SELECT to_regclass(${name}) IS NOT NULL AS exists`.execute(trx);
    if (rows[0]?.exists === true) return;
    // Attached rather than made in place: readers and the writer go on meanwhile.
    await sql`CREATE TABLE ${sql.table(name)} (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(trx);
    await sql`ALTER TABLE events ATTACH PARTITION ${sql.table(name)} FOR VALUES FROM (${sql.lit(startOf(month))}) TO (${sql.lit(startOf(month + 1))})`.execute(
      trx,
    );
  });

/** Creates the missing partitions for events of these times (Unix seconds). */
const createEventPartitions = (db: IndexerDatabase) => {
  const known = new Set<number>();
  return async (times: readonly number[]): Promise<void> => {
    for (const month of new Set(times.map(monthOf))) {
      if (known.has(month)) continue;
      await createPartition(db, month);
      known.add(month);
    }
  };
};

/** The block and version that the tables are at. */
export interface SyncPosition {
  readonly version: number;
  readonly startHeight: number;
  /** The highest block; undefined before the first. */
  readonly top: IndexedBlock | undefined;
  /** Height of the highest block of which everything was read; null before the first. */
  readonly servedHeight: number | null;
}

/** A script to be followed, and what it was read up to. */
export interface FollowedScript {
  readonly scriptHash: string;
  /** Hex. */
  readonly lockingBytecode: string;
}

/** Creates the writer's side of the indexer's database. */
export const createSyncRepository = (db: IndexerDatabase) => {
  const createPartitions = createEventPartitions(db);
  return {
    /** Makes the singleton on the first start. @throws Error where the tables hold blocks of another network or start */
    async begin(network: string, startHeight: number) {
      await db
        .insertInto('syncState')
        .values({ network, startHeight, lastReorgHeight: null, lastReorgDepth: null })
        .onConflict((on) => on.doNothing())
        .execute();
      // What holds no block yet may begin anywhere.
      await sql`UPDATE sync_state SET network = ${network}, start_height = ${startHeight} WHERE NOT EXISTS (SELECT FROM blocks)`.execute(
        db,
      );
      const known = await db.selectFrom('syncState').select(['network', 'startHeight']).executeTakeFirstOrThrow();
      if (known.network !== network || known.startHeight !== startHeight) {
        throw new Error(
          `This database holds ${known.network} from block ${known.startHeight}, not ${network} from ${startHeight}: give the indexer an empty one, or empty this one: ${commandText('reindex')}`,
        );
      }
    },
    async position() {
      const state = await db
        .selectFrom('syncState')
        .select(['version', 'startHeight', 'servedHeight'])
        .executeTakeFirstOrThrow();
      const top = await db.selectFrom('blocks').selectAll().orderBy('height', 'desc').limit(1).executeTakeFirst();
      return { ...state, top };
    },
    blocksFrom: (height: number) =>
      db.selectFrom('blocks').selectAll().where('height', '>=', height).orderBy('height').execute(),
    async blocksAt(heights: readonly number[]) {
      return heights.length === 0 ? [] : db.selectFrom('blocks').selectAll().where('height', 'in', heights).execute();
    },
    /** Scripts of contracts that have not ended. */
    liveScripts: () =>
      db
        .selectFrom('contracts')
        .distinct()
        .select([sql<string>`coalesce(state_script_hash, script_hash)`.as('scriptHash'), PLACE.as('lockingBytecode')])
        .where('state', 'is not', null)
        .execute(),
    /** Digests of the histories that scripts were read up to. */
    async readings() {
      const rows = await db.selectFrom('scripts').selectAll().execute();
      return new Map(rows.map(({ scriptHash, status }) => [scriptHash, status]));
    },
    /** Beacons and contracts' scripts of which something is above a height; of locks that can move all scripts that they were at. */
    async scriptsAbove(height: number) {
      const { rows: contracts } = await sql<FollowedScript>`
        WITH above AS (SELECT * FROM contracts WHERE last_height > ${height})
        SELECT script_hash, locking_bytecode FROM above
        UNION
        SELECT events.state_script_hash, events.state #>> '{lanes,0,lockingBytecode}'
        FROM above JOIN events ON events.contract_id = above.id
        WHERE events.state_script_hash IS NOT NULL`.execute(db);
      const beacons = await db
        .selectFrom('announcements')
        .distinct()
        .select('scriptHash')
        .where('height', '>', height)
        .execute();
      return [...contracts, ...beacons.map(({ scriptHash }) => ({ scriptHash, lockingBytecode: '' }))];
    },
    /** What is known, up to a height, of transactions in beacons' histories. */
    async announcementsAt(scriptHashes: readonly string[], height: number) {
      if (scriptHashes.length === 0) return [];
      return db
        .selectFrom('announcements')
        .select(['txid', 'scriptHash'])
        .where('scriptHash', 'in', scriptHashes)
        .where('height', '<=', height)
        .execute();
    },
    /** Which of these transactions are known, up to a height, from any beacon. */
    async announcementsOf(txids: readonly string[], height: number) {
      const { rows } = await sql<{ txid: string }>`
        SELECT DISTINCT txid FROM announcements WHERE txid = ANY(${txids}::text[]) AND height <= ${height}`.execute(db);
      return new Set(rows.map(({ txid }) => txid));
    },
    /** Transactions up to a height that moved contracts at scripts, those of contracts that have ended as well. */
    async stepsAt(scriptHashes: readonly string[], height: number) {
      if (scriptHashes.length === 0) return [];
      return db
        .selectFrom('events')
        .innerJoin('contracts', 'contracts.id', 'events.contractId')
        .distinct()
        .select(['events.txid', 'contracts.scriptHash'])
        .where('contracts.scriptHash', 'in', scriptHashes)
        .where('events.height', '<=', height)
        .execute();
    },
    contractsAt: (scriptHashes: readonly string[], height: number) => contractsAt(db, scriptHashes, height),
    /** Writes a round. @throws OvertakenError */
    async commit(round: Round) {
      await createPartitions(round.changes.flatMap(({ events }) => events.map(({ time }) => time)));
      await commitRound(db, round);
    },
    /** Notes that everything up to a block was read. @param version of the tables @throws OvertakenError */
    async serve(version: number, height: number) {
      const { numUpdatedRows } = await db
        .updateTable('syncState')
        .set({ servedHeight: height })
        .where('version', '=', version)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new OvertakenError();
    },
    /** @throws OvertakenError where the tables are of another version: another writer's, or emptied */
    async demandVersion(version: number) {
      const known = await db.selectFrom('syncState').select('version').executeTakeFirst();
      if (known?.version !== version) throw new OvertakenError();
    },
    /** Notes why the tables cannot follow the chain any more; null once they do. */
    async noteProblem(problem: string | null) {
      await db.updateTable('syncState').set({ problem }).where('problem', 'is distinct from', problem).execute();
    },
  };
};

/** The tables as the one writer sees them. Every method throws DatabaseUnavailableError where Postgres does not answer. */
export type SyncRepository = ReturnType<typeof createSyncRepository>;
