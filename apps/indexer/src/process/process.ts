import { Gauge, type Registry } from 'prom-client';
import type { IndexerReadyResponse } from '@weir/api-contract';
import {
  type ChainSources,
  checkDependencies,
  type DependencySources,
  electrumMetrics,
  PATIENCE_MS,
  poolMetrics,
} from '@weir/http';
import type { ContractWatcherStatus, IndexerStatus } from '@weir/indexing';
import { type IndexStatus, type PoolReading, withTimeout } from '@weir/infra';

export interface MetricSources extends Pick<ChainSources, 'servers' | 'tip'> {
  readonly pool: () => PoolReading;
  readonly writer: () => IndexerStatus;
  readonly watcher: () => ContractWatcherStatus;
  /** Tokens whose locked supply is known, or being counted. */
  readonly supplies: () => { readonly known: number; readonly counting: number };
  /** Unix seconds. */
  readonly now: () => number;
}

/** Adds the metrics of indexing and watching to /metrics. */
export const registerMetrics =
  ({ writer, watcher, supplies, pool, servers, tip, now }: MetricSources) =>
  (registry: Registry): void => {
    const gauge = (name: string, help: string, read: () => number | null): void => {
      const metric: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          const value = read();
          if (value === null) metric.reset();
          else metric.set(value);
        },
      });
    };
    electrumMetrics(registry, { servers, tip, now });
    poolMetrics(registry, pool);
    const ageOf = (at: number | null): number | null => (at === null ? null : Math.max(0, now() - at));
    gauge('indexer_is_writer', '1 if this process is the writer, else 0.', () => Number(writer().isLeader));
    gauge('indexer_round_age_seconds', 'Seconds since the last complete round.', () => ageOf(writer().lastRoundAt));
    gauge('indexer_events_written', 'Events written since the start.', () => writer().events);
    gauge('indexer_scripts_followed', 'Scripts that are subscribed to.', () => writer().following);
    gauge(
      'indexer_scripts_hidden',
      'Scripts whose history every server hides; above 0 is an alarm.',
      () => writer().hidden,
    );
    gauge('indexer_paused', '1 if indexing is paused, else 0.', () => Number(writer().paused !== null));
    gauge('indexer_supplies_known', 'Tokens whose locked supply is kept.', () => supplies().known);
    gauge('indexer_supplies_counting', 'Tokens whose locked supply is being counted.', () => supplies().counting);
    gauge('watcher_is_leader', '1 if this process is the watcher, else 0.', () => Number(watcher().isLeader));
    gauge('watcher_round_age_seconds', "Seconds since the watcher's last complete round.", () =>
      ageOf(watcher().lastRoundAt),
    );
    gauge(
      'watcher_last_action_timestamp_seconds',
      'Unix time of the last transaction that the watcher sent.',
      () => watcher().lastAction?.at ?? null,
    );
  };

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
