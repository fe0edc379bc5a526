import type { IndexerReadyResponse } from '@weir/api-contract';
import { checkDependencies, PATIENCE_MS, type DependencySources } from '@weir/http';
import type { ContractWatcherStatus, IndexerStatus } from '@weir/indexing';
import { withTimeout, type IndexStatus } from '@weir/infra';

export interface ReadinessSources extends DependencySources {
  readonly index: () => Promise<Pick<IndexStatus, 'top' | 'served' | 'problem'>>;
  readonly writer: () => IndexerStatus;
  readonly watcher: () => ContractWatcherStatus & { readonly mode: 'off' | 'protect' };
}

/** Checks what the process depends on. Never throws. */
export type Readiness = () => Promise<IndexerReadyResponse>;

/** Says why the index cannot be served; undefined where it can. */
const indexProblem = ({
  top,
  served,
  problem,
}: Pick<IndexStatus, 'top' | 'served' | 'problem'>): string | undefined => {
  if (problem !== null) return problem;
  if (served !== null) return undefined;
  return top === null ? 'no block is indexed yet' : `the contracts up to block ${top.height} are still being read`;
};

/**
 * Creates the readiness check of database, chain, indexing and watcher. A paused writer does not make the process
 * unready, since readers serve what is indexed; an index that is incomplete or can no longer follow the chain does.
 */
export const createReadiness =
  (sources: ReadinessSources): Readiness =>
  async () => {
    const [{ database, electrum }, index] = await Promise.all([
      checkDependencies(sources),
      withTimeout(PATIENCE_MS, sources.index()).catch(() => undefined),
    ]);
    const { isLeader, lastRoundAt, paused } = sources.writer();
    const problem = index === undefined ? 'the database does not answer' : indexProblem(index);
    const success = database.ok && electrum.ok && problem === undefined;
    const reason = problem ?? paused;
    const { mode, lastAction, ...watcher } = sources.watcher();
    const ageSeconds = watcher.lastRoundAt === null ? null : Math.max(0, sources.now() - watcher.lastRoundAt);
    return {
      success,
      status: success ? 'ready' : 'unready',
      checks: {
        database,
        electrum,
        indexing: {
          ok: reason === null,
          height: index?.served?.height ?? null,
          isLeader,
          lastRoundAt,
          ...(reason !== null && { reason }),
        },
        watcher: { ok: true, mode, ...watcher, ageSeconds, lastAction },
      },
    };
  };
