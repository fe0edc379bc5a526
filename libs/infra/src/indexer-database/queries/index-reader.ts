import { sql } from 'kysely';
import type { Outpoint } from '@weir/covenants';
import type { ContractFamily } from '@weir/kinds';
import type { PageRequest } from '../../database/sql/pages.js';
import { readSnapshot } from '../../database/sql/statements.js';
import type { IndexerDatabase } from '../open-indexer-database.js';
import { type IndexedBlock, toStoredContract } from '../sync/sync-records.js';
import { type ContractPageRequest, contractsUnderNotice, listContracts } from './list-contracts.js';
import { eachHolding, listHoldings, type TokenHolding, versionOfTables } from './token-holdings.js';

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

/** Instances looked up at one script: anybody may make any number of them. */
const MAX_CONTRACTS = 100;

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
  const { lastReorgAt: at = null, lastReorgHeight: height = null, lastReorgDepth: depth = null } = state ?? {};
  return {
    version: state?.version ?? 0,
    top,
    served: top?.height === state?.servedHeight ? top : await blockUpTo(db, state?.servedHeight ?? null),
    problem: state?.problem ?? null,
    reorgs: state?.reorgs ?? 0,
    lastReorg: at === null || height === null || depth === null ? null : { at, height, depth },
  };
};

/** Creates the readers' side of the indexer's database. */
export const createIndexReader = (db: IndexerDatabase) => {
  const contracts = db.selectFrom('contracts').selectAll();
  const read = async (query: typeof contracts) => (await query.execute()).map(toStoredContract);
  return {
    list: (request: ContractPageRequest) => listContracts(db, request),
    /**
     * The instances at a script, by its Electrum hash, the first one first with all its events, as they was at one moment. Those funded
     * there, and locks that have moved there.
     */
    find: (families: readonly ContractFamily[], scriptHash: string) =>
      readSnapshot(db, async (snapshot) => {
        const rows = await snapshot
          .selectFrom('contracts')
          .selectAll()
          .where((where) => where.or([where('scriptHash', '=', scriptHash), where('stateScriptHash', '=', scriptHash)]))
          .where('family', 'in', families)
          .orderBy('fundedHeight')
          .orderBy('txid')
          .orderBy('vout')
          .limit(MAX_CONTRACTS)
          .execute();
        const events = snapshot
          .selectFrom('events')
          .selectAll()
          .where('contractId', '=', rows[0]?.id ?? -1);
        return { contracts: rows.map(toStoredContract), events: await events.orderBy('sequence').execute() };
      }),
    /** The instances that some transactions funded, in no order, up to a limit: one of a plan funds hundreds. */
    fundedBy: async (txids: readonly string[], limit: number) =>
      txids.length === 0 ? [] : read(contracts.where('txid', 'in', txids).limit(limit)),
    /** The instances of some funding outpoints, in no order. */
    async fundedAt(outpoints: readonly Outpoint[]) {
      if (outpoints.length === 0) return [];
      const [txids, vouts] = [outpoints.map(({ txid }) => txid), outpoints.map(({ vout }) => vout)];
      const isOneOf = sql<boolean>`(txid, vout) IN (SELECT * FROM unnest(${txids}::text[], ${vouts}::integer[]))`;
      return read(contracts.where(isOneOf));
    },
    /** The first instance at each of some scripts, by their Electrum hashes. */
    async firstAt(scriptHashes: readonly string[]) {
      if (scriptHashes.length === 0) return [];
      const first = contracts.distinctOn('scriptHash').where('scriptHash', 'in', scriptHashes).orderBy('scriptHash');
      return read(first.orderBy('fundedHeight').orderBy('txid').orderBy('vout'));
    },
    /** What all contracts hold now, by asset; empty ones are left out. */
    balances: (): Promise<readonly Balance[]> =>
      db.selectFrom('balances').select(['asset', 'balance']).where('balance', '>', 0n).orderBy('asset').execute(),
    /** Changes of balances within days since 1970, both included, and the last one of each asset before them. */
    async balancesBetween(from: number, to: number): Promise<readonly DailyBalance[]> {
      const { rows } = await sql<DailyBalance>`
        (SELECT before.* FROM balances CROSS JOIN LATERAL (
          SELECT asset, day, balance FROM daily_balances WHERE daily_balances.asset = balances.asset AND day < ${from} ORDER BY day DESC LIMIT 1
        ) AS before)
        UNION ALL
        (SELECT asset, day, balance FROM daily_balances WHERE day BETWEEN ${from} AND ${to})
        ORDER BY day, asset`.execute(db);
      return rows;
    },
    activityBetween(from: number, to: number): Promise<readonly DailyActivity[]> {
      const activity = db.selectFrom('dailyActivity').selectAll().where('day', '>=', from).where('day', '<=', to);
      return activity.orderBy('day').orderBy('asset').execute();
    },
    status: () => readSnapshot(db, indexStatus),
    /** The number of announcements by verdict. */
    async verdicts() {
      const counts = { ACCEPTED: 0, TWIN: 0, FORGED: 0, MALFORMED: 0, FOREIGN: 0 };
      for (const { verdict, count } of await db.selectFrom('verdictCounts').selectAll().execute())
        counts[verdict] = count;
      return counts;
    },
    /** Passes all live contracts of a token to a function, with the state of the tables that they are of. */
    eachHolding: (category: string, take: (part: readonly TokenHolding[], status: IndexStatus) => void) =>
      eachHolding(db, category, indexStatus, take),
    holdings: (category: string, request: PageRequest) => listHoldings(db, category, request),
    version: () => versionOfTables(db),
    underNotice: (after: number, limit: number) => contractsUnderNotice(db, after, limit),
  };
};

/** The indexer's tables as readers see them. Every method throws DatabaseUnavailableError where Postgres does not answer. */
export type IndexReader = ReturnType<typeof createIndexReader>;
