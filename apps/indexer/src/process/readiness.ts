import type { IndexerReadyResponse } from '@weir/api-contract';
import { LateError, within } from '@weir/http';
import type { ContractWatcherStatus, IndexerStatus } from '@weir/indexing';

export interface ReadinessSources {
  /** Undefined when the database serves, else why it does not. */
  readonly databaseProblem: () => Promise<string | undefined>;
  /** The newest block, and whether all servers lag behind it. Throws when no Electrum server answers. */
  readonly tip: () => Promise<{ readonly height: number; readonly medianTimePast: number; readonly lagging: boolean }>;
  /** The highest block indexed; null before the first. */
  readonly indexedHeight: () => Promise<number | null>;
  readonly writer: () => IndexerStatus;
  readonly watcher: () => ContractWatcherStatus & { readonly mode: 'off' | 'protect' };
  /** Seconds; 0 sets no bound. */
  readonly maxTipAgeSeconds: number;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Looks at what the process depends on. Never throws. */
export type Readiness = () => Promise<IndexerReadyResponse>;

type Checks = IndexerReadyResponse['checks'];

const checkDatabase = async ({ databaseProblem }: ReadinessSources): Promise<Checks['database']> => {
  try {
    const reason = await within(PATIENCE_MS, databaseProblem());
    return reason === undefined ? { ok: true } : { ok: false, reason };
  } catch (error) {
    return { ok: false, reason: error instanceof LateError ? 'the database does not answer' : 'the database answers with errors' };
  }
};

/** Longest wait for what is looked at, milliseconds: probes give up early. */
const PATIENCE_MS = 3_000;

const staleness = (tipAgeSeconds: number, lagging: boolean, maxTipAgeSeconds: number): { readonly reason?: string } => {
  if (lagging) return { reason: 'all Electrum servers lag behind a block seen before' };
  return maxTipAgeSeconds > 0 && tipAgeSeconds > maxTipAgeSeconds ? { reason: 'the newest block is too old' } : {};
};

const checkElectrum = async ({ tip, maxTipAgeSeconds, now }: ReadinessSources): Promise<Checks['electrum']> => {
  try {
    const { height, medianTimePast, lagging } = await within(PATIENCE_MS, tip());
    const tipAgeSeconds = Math.max(0, now() - medianTimePast);
    const stale = staleness(tipAgeSeconds, lagging, maxTipAgeSeconds);
    return { ok: stale.reason === undefined, height, tipAgeSeconds, ...stale };
  } catch {
    return { ok: false, height: null, tipAgeSeconds: null, reason: 'no Electrum server answers' };
  }
};

/** Reports on database, chain, indexing and watcher: readers serve what is indexed, so only the first two count. */
export const createReadiness =
  (sources: ReadinessSources): Readiness =>
  async () => {
    const [database, electrum, height] = await Promise.all([checkDatabase(sources), checkElectrum(sources), within(PATIENCE_MS, sources.indexedHeight()).catch(() => null)]);
    const success = database.ok && electrum.ok;
    const { isLeader, lastRoundAt, paused } = sources.writer();
    const { mode, lastAction, ...watcher } = sources.watcher();
    const ageSeconds = watcher.lastRoundAt === null ? null : Math.max(0, sources.now() - watcher.lastRoundAt);
    return {
      success,
      status: success ? 'ready' : 'unready',
      checks: { database, electrum, indexing: { ok: paused === null, height, isLeader, lastRoundAt, ...(paused !== null && { reason: paused }) }, watcher: { ok: true, mode, ...watcher, ageSeconds, lastAction } },
    };
  };
