import type { Registry } from 'prom-client';
import { electrumFigures, figureOf, poolFigures } from '@weir/http';
import type { Backlog, PoolReading, ServerStatus } from '@weir/infra';
import { standbyFigures, type StandbyFigures } from './standby-figures.js';

/** Where a watcher stands, of whatever kind. */
export interface WatcherReading {
  readonly isLeader: boolean;
  /** Unix seconds; null before the first. */
  readonly lastRoundAt: number | null;
  readonly following: number;
  readonly unsettled: number;
}

export interface FigureSources {
  /** By kind, `stream`; undefined where this process watches nothing. */
  readonly watchers: Readonly<Record<string, () => WatcherReading | undefined>>;
  /** What the stream watcher sent and was refused, by kind. */
  readonly actions: () => { readonly sent: Readonly<Record<string, number>>; readonly refused: number } | undefined;
  readonly servers: () => readonly ServerStatus[];
  /** Unix seconds of the newest block; rejects while nobody knows. */
  readonly tip: () => Promise<{ readonly height: number; readonly time: number }>;
  readonly pool: () => PoolReading;
  /** Undefined where no standby reads. */
  readonly reading: StandbyFigures | undefined;
  /** Rejects while the database is away. */
  readonly backlog: () => Promise<Backlog>;
  /** Unix seconds. */
  readonly now: () => number;
}

/** Figures of this process and of what it works on. */
export interface Figures {
  readonly register: (registry: Registry) => void;
  /** Notes that a list was answered from memory, or made anew. */
  readonly onAnswer: (result: 'hit' | 'miss') => void;
}

/** Adds what operators ask to /metrics. Labels have few values, known beforehand: kinds, servers of the settings, groups of lanes. */
export const createFigures = (sources: FigureSources): Figures => {
  const { now, watchers } = sources;
  const answers = { hit: 0, miss: 0 };
  const register = (registry: Registry): void => {
    const figure = figureOf(registry);
    const ofWatchers = (name: string, help: string, read: (of: WatcherReading) => number | null): void =>
      figure(name, help, 'watcher', () =>
        Object.entries(watchers).flatMap(([kind, status]) => {
          const reading = status();
          const value = reading === undefined ? null : read(reading);
          return value === null ? [] : [[kind, value] as const];
        }),
      );
    ofWatchers('weir_watcher_is_leader', 'Whether this process watches.', ({ isLeader }) => Number(isLeader));
    ofWatchers('weir_watcher_round_age_seconds', 'Time since its last complete round here.', (of) =>
      of.isLeader && of.lastRoundAt !== null ? Math.max(0, now() - of.lastRoundAt) : null,
    );
    ofWatchers('weir_watcher_following', 'What it follows.', ({ isLeader, following }) =>
      isLeader ? following : null,
    );
    ofWatchers('weir_watcher_unsettled', 'What the chain does not show clearly, and is looked at again.', (of) =>
      of.isLeader ? of.unsettled : null,
    );
    figure('weir_watcher_sent_total', 'Transactions the stream watcher sent since the start.', 'kind', () =>
      Object.entries(sources.actions()?.sent ?? {}),
    );
    figure('weir_watcher_refused_total', 'Transactions of the stream watcher that nodes refused.', undefined, () => [
      ['', sources.actions()?.refused ?? 0],
    ]);

    electrumFigures(registry, sources);
    poolFigures(registry, sources.pool);
    if (sources.reading !== undefined) standbyFigures(registry, sources.reading);
    figure('weir_answers_total', 'Lists answered from memory (hit) and made anew (miss).', 'result', () =>
      Object.entries(answers),
    );
    backlogFigures(registry, sources.backlog);
  };
  return { register, onAnswer: (result) => void (answers[result] += 1) };
};

const BACKLOG: readonly (readonly [string, string, (backlog: Backlog) => number])[] = [
  ['weir_notice_ends_due', 'Refunds and settlements whose notice is over.', ({ endsDue }) => endsDue],
  ['weir_events_unpublished', 'Events that nobody published yet.', (of) => of.unpublishedEvents],
  ['weir_events_unpublished_age_seconds', 'For how long the oldest waits.', (of) => of.oldestUnpublishedSeconds],
  ['weir_webhook_events_behind', 'Published events without deliveries.', (of) => of.undispatchedEvents],
  ['weir_webhook_deliveries_due', 'Deliveries whose time has come.', (of) => of.deliveriesDue],
  ['weir_webhook_deliveries_due_age_seconds', 'For how long the oldest waits.', (of) => of.oldestDeliverySeconds],
];

/** What waits in the database. While that is away there is nothing to tell: figures of it are left out. */
const backlogFigures = (registry: Registry, read: () => Promise<Backlog>): void => {
  const figure = figureOf(registry);
  const quietly = () => read().catch(() => undefined);
  for (const [name, help, valueOf] of BACKLOG)
    figure(name, help, undefined, async () => {
      const backlog = await quietly();
      return backlog === undefined ? [] : [['', valueOf(backlog)]];
    });
  figure('weir_airdrop_claims', 'Claims of active campaigns, by groups of lanes.', 'lanes', async () =>
    Object.entries((await quietly())?.claimsByLane ?? {}),
  );
};
