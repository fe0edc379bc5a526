import type { IndexerDatabase } from '../open-indexer-database.js';
import type { IndexedBlock } from '../sync/sync-records.js';
import type { AnnouncementVerdict } from '../tables.js';

/** A block, and the chain's clock with it as the tip. */
export interface StatusBlock extends IndexedBlock {
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
export const indexStatus = async (db: IndexerDatabase): Promise<IndexStatus> => {
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
