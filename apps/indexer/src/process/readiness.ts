import type { IndexerReadyResponse } from '@weir/api-contract';
import { checkDependencies, PATIENCE_MS, within, type DependencySources } from '@weir/http';
import type { ContractWatcherStatus, IndexerStatus } from '@weir/indexing';

export interface ReadinessSources extends DependencySources {
  /** The highest block indexed; null before the first. */
  readonly indexedHeight: () => Promise<number | null>;
  readonly writer: () => IndexerStatus;
  readonly watcher: () => ContractWatcherStatus & { readonly mode: 'off' | 'protect' };
}

/** Looks at what the process depends on. Never throws. */
export type Readiness = () => Promise<IndexerReadyResponse>;

/** Reports on database, chain, indexing and watcher: readers serve what is indexed, so only the first two count. */
export const createReadiness =
  (sources: ReadinessSources): Readiness =>
  async () => {
    const [{ database, electrum }, height] = await Promise.all([
      checkDependencies(sources),
      within(PATIENCE_MS, sources.indexedHeight()).catch(() => null),
    ]);
    const success = database.ok && electrum.ok;
    const { isLeader, lastRoundAt, paused } = sources.writer();
    const { mode, lastAction, ...watcher } = sources.watcher();
    const ageSeconds = watcher.lastRoundAt === null ? null : Math.max(0, sources.now() - watcher.lastRoundAt);
    return {
      success,
      status: success ? 'ready' : 'unready',
      checks: {
        database,
        electrum,
        indexing: { ok: paused === null, height, isLeader, lastRoundAt, ...(paused !== null && { reason: paused }) },
        watcher: { ok: true, mode, ...watcher, ageSeconds, lastAction },
      },
    };
  };
