import { Gauge, type Registry } from 'prom-client';
import { electrumMetrics, poolMetrics, type ChainSources } from '@weir/http';
import type { ContractWatcherStatus, IndexerStatus } from '@weir/indexing';
import type { PoolReading } from '@weir/infra';

export interface MetricSources extends Pick<ChainSources, 'servers' | 'tip'> {
  readonly pool: () => PoolReading;
  readonly writer: () => IndexerStatus;
  readonly watcher: () => ContractWatcherStatus;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Adds the metrics of indexing and watching to /metrics. */
export const registerMetrics =
  ({ writer, watcher, pool, servers, tip, now }: MetricSources) =>
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
    gauge('indexer_is_writer', 'Whether this process writes.', () => Number(writer().isLeader));
    gauge('indexer_round_age_seconds', 'Time since the last complete round here.', () => ageOf(writer().lastRoundAt));
    gauge('indexer_events_written', 'Events written since the start.', () => writer().events);
    gauge('indexer_scripts_followed', 'Scripts subscribed to.', () => writer().following);
    gauge('indexer_scripts_hidden', 'Scripts whose history every server hides: an alarm.', () => writer().hidden);
    gauge('indexer_paused', 'Whether nothing can be written at the moment.', () => Number(writer().paused !== null));
    gauge('watcher_is_leader', 'Whether this process watches.', () => Number(watcher().isLeader));
    gauge('watcher_round_age_seconds', "Time since the watcher's last complete round here.", () =>
      ageOf(watcher().lastRoundAt),
    );
    gauge(
      'watcher_last_action_timestamp_seconds',
      'When the watcher last sent something.',
      () => watcher().lastAction?.at ?? null,
    );
  };
