import { sql } from 'kysely';
import type { Outpoint } from '@weir/covenants';
import { readSnapshot } from '../../database/statements.js';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { type ContractEvent, type IndexedBlock, toStoredContract } from '../sync/sync-records.js';
import type { AnnouncementVerdict, ContractFamily } from '../tables.js';
import {
  type ContractPageRequest,
  contractsUnderNotice,
  type IndexedContract,
  listContracts,
} from './list-contracts.js';

/** What all contracts hold of an asset. */
export interface Balance {
  /** `BCH`, or a token's category. */
  readonly asset: string;
  readonly balance: bigint;
}

/** The same at a day's end. Days are counted since 1970. */
export interface DailyBalance extends Balance {
  readonly day: number;
}

/** What happened on a day to contracts that pay an asset. */
export interface DailyActivity {
  readonly day: number;
  readonly asset: string;
  readonly volume: bigint;
  readonly transactions: number;
  readonly funded: number;
  readonly claimed: number;
  readonly cancelled: number;
}

/** Reads the present balances of every asset; empty ones are left out. */
const currentBalances = (db: IndexerDatabase): Promise<readonly Balance[]> =>
  db.selectFrom('balances').select(['asset', 'balance']).where('balance', '>', 0n).orderBy('asset').execute();

/**
 * Reads the changes of balances within a range of days, and the last one of each asset before them: the balance that
 * the range starts with.
 */
export const balancesBetween = async (
  db: IndexerDatabase,
  from: number,
  to: number,
): Promise<readonly DailyBalance[]> => {
  const { rows } = await sql<DailyBalance>`
    (SELECT before.* FROM balances CROSS JOIN LATERAL (
      SELECT asset, day, balance FROM daily_balances WHERE daily_balances.asset = balances.asset AND day < ${from} ORDER BY day DESC LIMIT 1
    ) AS before)
    UNION ALL
    (SELECT asset, day, balance FROM daily_balances WHERE day BETWEEN ${from} AND ${to})
    ORDER BY day, asset`.execute(db);
  return rows;
};

/** Reads the activity within a range of days. */
export const activityBetween = (db: IndexerDatabase, from: number, to: number): Promise<readonly DailyActivity[]> =>
  db
    .selectFrom('dailyActivity')
    .selectAll()
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('asset')
    .execute();

/** Instances looked up at one script: anybody may make any number of them. */
const MAX_CONTRACTS = 100;

/** Lists the instances at a script, by its Electrum hash, the first one first. */
const findContracts = async (
  db: IndexerDatabase,
  families: readonly ContractFamily[],
  scriptHash: string,
): Promise<readonly IndexedContract[]> => {
  const rows = await db
    .selectFrom('contracts')
    .selectAll()
    .where('scriptHash', '=', scriptHash)
    .where('family', 'in', families)
    .orderBy('fundedHeight')
    .orderBy('txid')
    .orderBy('vout')
    .limit(MAX_CONTRACTS)
    .execute();
  return rows.map(toStoredContract);
};

/** Lists the instances that some transactions funded, up to a limit: one of a plan funds hundreds. */
const contractsFundedBy = async (
  db: IndexerDatabase,
  txids: readonly string[],
  limit: number,
): Promise<readonly IndexedContract[]> => {
  if (txids.length === 0) return [];
  const rows = await db.selectFrom('contracts').selectAll().where('txid', 'in', txids).limit(limit).execute();
  return rows.map(toStoredContract);
};

/** Lists the instances of some funding outpoints, in no order. */
const contractsAtOutpoints = async (
  db: IndexerDatabase,
  outpoints: readonly Outpoint[],
): Promise<readonly IndexedContract[]> => {
  if (outpoints.length === 0) return [];
  const [txids, vouts] = [outpoints.map(({ txid }) => txid), outpoints.map(({ vout }) => vout)];
  const rows = await db
    .selectFrom('contracts')
    .selectAll()
    .where(sql<boolean>`(txid, vout) IN (SELECT * FROM unnest(${txids}::text[], ${vouts}::integer[]))`)
    .execute();
  return rows.map(toStoredContract);
};

/** Lists the first instance at each of some scripts, by their Electrum hashes. */
const firstContractsAt = async (
  db: IndexerDatabase,
  scriptHashes: readonly string[],
): Promise<readonly IndexedContract[]> => {
  if (scriptHashes.length === 0) return [];
  const rows = await db
    .selectFrom('contracts')
    .distinctOn('scriptHash')
    .selectAll()
    .where('scriptHash', 'in', scriptHashes)
    .orderBy('scriptHash')
    .orderBy('fundedHeight')
    .orderBy('txid')
    .orderBy('vout')
    .execute();
  return rows.map(toStoredContract);
};

/** Lists all events of a contract, the funding first. */
const eventsOfContract = (db: IndexerDatabase, id: number): Promise<readonly ContractEvent[]> =>
  db.selectFrom('events').selectAll().where('contractId', '=', id).orderBy('sequence').execute();

/** A block, and the chain's clock with it as the tip. */
interface StatusBlock extends IndexedBlock {
  /** Median time of the last 11 blocks, Unix seconds. */
  readonly medianTimePast: number;
}

/** The state of the tables. */
export interface IndexStatus {
  /** Counts the writes: while it is the same, so is everything else. */
  readonly version: number;
  /** The highest block; null before the first. What is in it may still be on its way. */
  readonly top: StatusBlock | null;
  /** The highest block of which everything was read; null until a first sync is through. */
  readonly served: StatusBlock | null;
  /** Why the tables cannot follow the chain any more; null while they do. */
  readonly problem: string | null;
  readonly reorgs: number;
  readonly lastReorg: { readonly at: number; readonly height: number; readonly depth: number } | null;
}

const MEDIAN_SPAN = 11;
/** The most an integer column holds. */
const HIGHEST = 2_147_483_647;

/** The highest block up to a height. */
const blockUpTo = async (db: IndexerDatabase, height: number | null): Promise<StatusBlock | null> => {
  if (height === null) return null;
  const blocks = await db
    .selectFrom('blocks')
    .selectAll()
    .where('height', '<=', height)
    .orderBy('height', 'desc')
    .limit(MEDIAN_SPAN)
    .execute();
  const [top] = blocks;
  const times = blocks.map(({ time }) => time).sort((a, b) => a - b);
  if (top === undefined) return null;
  return { ...top, medianTimePast: times[Math.floor(times.length / 2)] ?? top.time };
};

/** Reads the state of the tables. */
const indexStatus = async (db: IndexerDatabase): Promise<IndexStatus> => {
  const state = await db.selectFrom('syncState').selectAll().executeTakeFirst();
  const top = await blockUpTo(db, HIGHEST);
  const hasReorg = state?.lastReorgHeight !== null && state?.lastReorgDepth !== null && state?.lastReorgAt !== null;
  return {
    version: state?.version ?? 0,
    top,
    served: top?.height === state?.servedHeight ? top : await blockUpTo(db, state?.servedHeight ?? null),
    problem: state?.problem ?? null,
    reorgs: state?.reorgs ?? 0,
    lastReorg:
      state !== undefined && hasReorg
        ? {
            at: Number(state.lastReorgAt),
            height: Number(state.lastReorgHeight),
            depth: Number(state.lastReorgDepth),
          }
        : null,
  };
};

/** Reads the number of announcements by verdict. */
export const verdictCounts = async (db: IndexerDatabase): Promise<Readonly<Record<AnnouncementVerdict, number>>> => {
  const rows = await db.selectFrom('verdictCounts').selectAll().execute();
  const counts = { ACCEPTED: 0, TWIN: 0, FORGED: 0, MALFORMED: 0, FOREIGN: 0 };
  for (const { verdict, count } of rows) counts[verdict] = count;
  return counts;
};

/** Creates the readers' side of the indexer's database. */
export const createIndexReader = (db: IndexerDatabase) => ({
  list: (request: ContractPageRequest) => listContracts(db, request),
  /** The instances at a script, by its Electrum hash, the first one first with all its events, as they stood at one moment. */
  find: (families: readonly ContractFamily[], scriptHash: string) =>
    readSnapshot(db, async (snapshot) => {
      const contracts = await findContracts(snapshot, families, scriptHash);
      const [first] = contracts;
      return { contracts, events: first === undefined ? [] : await eventsOfContract(snapshot, first.id) };
    }),
  fundedBy: (txids: readonly string[], limit: number) => contractsFundedBy(db, txids, limit),
  fundedAt: (outpoints: readonly Outpoint[]) => contractsAtOutpoints(db, outpoints),
  firstAt: (scriptHashes: readonly string[]) => firstContractsAt(db, scriptHashes),
  balances: () => currentBalances(db),
  balancesBetween: (from: number, to: number) => balancesBetween(db, from, to),
  activityBetween: (from: number, to: number) => activityBetween(db, from, to),
  status: () => readSnapshot(db, indexStatus),
  verdicts: () => verdictCounts(db),
  underNotice: (after: number, limit: number) => contractsUnderNotice(db, after, limit),
});

/** The indexer's tables as readers see them. Every method throws DatabaseUnavailableError where Postgres does not answer. */
export type IndexReader = ReturnType<typeof createIndexReader>;
