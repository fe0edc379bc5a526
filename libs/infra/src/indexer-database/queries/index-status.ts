import type { IndexerDatabase } from '../open-indexer-database.js';
import type { IndexedBlock } from '../sync/sync-records.js';
import type { Verdict } from '../tables.js';

/** How far the tables are. */
export interface IndexStatus {
  /** The highest block; null before the first. */
  readonly top: IndexedBlock | null;
  /** Median time of the last 11 blocks, Unix seconds: the chain's clock; null before the first. */
  readonly medianTimePast: number | null;
  readonly reorgs: number;
  readonly lastReorg: { readonly at: number; readonly height: number; readonly depth: number } | null;
}

const MEDIAN_SPAN = 11;

/** Where the tables stand. */
export const indexStatus = async (db: IndexerDatabase): Promise<IndexStatus> => {
  const blocks = await db.selectFrom('blocks').selectAll().orderBy('height', 'desc').limit(MEDIAN_SPAN).execute();
  const state = await db.selectFrom('sync_state').selectAll().executeTakeFirst();
  const [top] = blocks;
  const times = blocks.map(({ time }) => Number(time)).sort((a, b) => a - b);
  const hasReorg =
    state?.last_reorg_height !== null && state?.last_reorg_depth !== null && state?.last_reorg_at !== null;
  return {
    top: top === undefined ? null : { ...top, time: Number(top.time) },
    medianTimePast: times[Math.floor(times.length / 2)] ?? null,
    reorgs: state?.reorgs ?? 0,
    lastReorg:
      state !== undefined && hasReorg
        ? {
            at: Number(state.last_reorg_at),
            height: Number(state.last_reorg_height),
            depth: Number(state.last_reorg_depth),
          }
        : null,
  };
};

/** How many announcements were judged how. */
export const verdictCounts = async (db: IndexerDatabase): Promise<Readonly<Record<Verdict, number>>> => {
  const rows = await db.selectFrom('verdict_counts').selectAll().execute();
  const counts = { ACCEPTED: 0, TWIN: 0, FORGED: 0, MALFORMED: 0, FOREIGN: 0 };
  for (const { verdict, count } of rows) counts[verdict] = Number(count);
  return counts;
};
