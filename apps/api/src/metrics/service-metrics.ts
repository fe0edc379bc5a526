import { Counter, Gauge, type Registry } from 'prom-client';
import { electrumMetrics, metricOf, poolMetrics } from '@weir/http';
import { oracleName, type Backlog, type PoolReading, type ServerStatus, type StandbyReading } from '@weir/infra';
import type { FetchResult, LookUpResult } from '@weir/services';
import type { OracleReading } from './oracle-readings.js';

/** Sources of the standby metrics. */
interface StandbySources {
  /** Reads answered since the start, by host and port or `primary`. */
  readonly reads: () => Readonly<Record<string, number>>;
  readonly standbys: () => Promise<readonly StandbyReading[]>;
}

/** Adds metrics of the standbys, one label value per server in DATABASE_READ_URL. */
const standbyMetrics = (registry: Registry, { reads, standbys }: StandbySources): void => {
  const metric = metricOf(registry);
  metric('weir_db_reads_total', 'Reads that standbys may answer, by the server that answered.', 'place', () =>
    Object.entries(reads()),
  );
  metric('weir_standby_usable', '1 if the standby answers and follows the primary, else 0.', 'standby', async () =>
    (await standbys()).map(({ name, problem }) => [name, Number(problem === undefined)]),
  );
  metric(
    'weir_standby_behind_bytes',
    "Bytes of the primary's log that the standby has not replayed.",
    'standby',
    async () =>
      (await standbys()).flatMap(({ name, bytesBehind }) =>
        bytesBehind === null ? [] : [[name, Number(bytesBehind)]],
      ),
  );
};

/** Adds metrics of the oracles; they are absent while the database is unreachable. */
const oracleMetrics = (registry: Registry, read: () => Promise<readonly OracleReading[]>, now: () => number): void => {
  const metric = metricOf(registry);
  const ofOracles = (name: string, help: string, valueOf: (reading: OracleReading) => number): void =>
    metric(name, help, 'oracle', async () =>
      (await read().catch(() => [])).map((reading) => [oracleName(reading), valueOf(reading)]),
    );
  ofOracles(
    'weir_oracle_message_age_seconds',
    'Seconds since the newest stored message of the oracle; since 1970 if none is stored.',
    ({ ageSeconds }) => ageSeconds ?? now(),
  );
  ofOracles('weir_oracle_lies', 'Pairs of messages of the oracle that contradict each other.', ({ lies }) => lies);
};

/** State of a watcher of any kind. */
export interface WatcherReading {
  readonly isLeader: boolean;
  /** Unix seconds of the last round; null before the first. */
  readonly lastRoundAt: number | null;
  readonly following: number;
  readonly unsettled: number;
  /** For how long the first of those has been. */
  readonly unsettledSeconds: number;
}

export interface MetricSources {
  /** Undefined where this process does not watch. */
  readonly finality: () => { readonly isLeader: boolean; readonly reorganisation: object | undefined } | undefined;
  /** By kind, such as `stream`; undefined where this process runs no watcher. */
  readonly watchers: Readonly<Record<string, () => WatcherReading | undefined>>;
  /**
   * Transactions that the stream watcher sent (by kind) and that nodes refused, and streams for whose keyless pushes
   * nodes ask too much.
   */
  readonly actions: () =>
    | {
        readonly isLeader: boolean;
        readonly sent: Readonly<Record<string, number>>;
        readonly refused: number;
        readonly atRisk: number;
      }
    | undefined;
  readonly servers: () => readonly ServerStatus[];
  /** Height and time (Unix seconds) of the newest block; rejects while it is unknown. */
  readonly tip: () => Promise<{ readonly height: number; readonly time: number }>;
  readonly pool: () => PoolReading;
  /** Undefined where no standby is configured. */
  readonly reading: StandbySources | undefined;
  /** Rejects while the database is unreachable. */
  readonly backlog: () => Promise<Backlog>;
  /** Undefined where no oracle is configured. */
  readonly oracles: (() => Promise<readonly OracleReading[]>) | undefined;
  /** Unix seconds. */
  readonly now: () => number;
}

/**
 * Creates the metrics for operators. Labels have few values, known beforehand: kinds, configured servers, groups of
 * lanes.
 */
export const createServiceMetrics = (sources: MetricSources) => {
  const { now, watchers } = sources;
  const answers = { hit: 0, miss: 0 };
  const register = (registry: Registry): void => {
    const metric = metricOf(registry);
    const ofWatchers = (name: string, help: string, read: (of: WatcherReading) => number | null): void =>
      metric(name, help, 'watcher', () =>
        Object.entries(watchers).flatMap(([kind, status]) => {
          const reading = status();
          const value = reading === undefined ? null : read(reading);
          return value === null ? [] : [[kind, value] as const];
        }),
      );
    ofWatchers('weir_watcher_is_leader', '1 if this process is the watcher, else 0.', ({ isLeader }) =>
      Number(isLeader),
    );
    ofWatchers('weir_watcher_round_age_seconds', 'Seconds since this watcher completed a round.', (of) =>
      of.isLeader && of.lastRoundAt !== null ? Math.max(0, now() - of.lastRoundAt) : null,
    );
    ofWatchers('weir_watcher_following', 'Records that the watcher follows.', ({ isLeader, following }) =>
      isLeader ? following : null,
    );
    ofWatchers('weir_watcher_unsettled', 'Records whose state is ambiguous on chain and is checked again.', (of) =>
      of.isLeader ? of.unsettled : null,
    );
    ofWatchers('weir_watcher_unsettled_seconds', 'Seconds since the first of the ambiguous records became so.', (of) =>
      of.isLeader ? of.unsettledSeconds : null,
    );
    metric('weir_watcher_sent_total', 'Transactions sent by the stream watcher since the start.', 'kind', () =>
      Object.entries(sources.actions()?.sent ?? {}),
    );
    metric(
      'weir_watcher_refused_total',
      'Transactions of the stream watcher that nodes refused since the start.',
      undefined,
      () => [['', sources.actions()?.refused ?? 0]],
    );

    metric(
      'weir_final_reorganised',
      'Whether the chain replaced a final block and the doctor has not compared all records since.',
      undefined,
      () => {
        const reading = sources.finality();
        return reading?.isLeader === true ? [['', reading.reorganisation === undefined ? 0 : 1]] : [];
      },
    );
    metric(
      'weir_notices_at_risk',
      'Streams under notice whose keyless pushes pay less than the fee rate of nodes.',
      undefined,
      () => {
        const reading = sources.actions();
        return reading?.isLeader === true ? [['', reading.atRisk]] : [];
      },
    );

    electrumMetrics(registry, sources);
    poolMetrics(registry, sources.pool);
    if (sources.reading !== undefined) standbyMetrics(registry, sources.reading);
    metric('weir_answers_total', 'Lists answered from the cache (hit) or built (miss).', 'result', () =>
      Object.entries(answers),
    );
    backlogMetrics(registry, sources.backlog);
    if (sources.oracles !== undefined) oracleMetrics(registry, sources.oracles, now);
  };
  return {
    register,
    /** Counts a list answered from the cache (hit) or built again (miss). */
    onAnswer: (result: keyof typeof answers) => void (answers[result] += 1),
  };
};

export type ServiceMetrics = ReturnType<typeof createServiceMetrics>;

const BACKLOG: readonly (readonly [string, string, (backlog: Backlog) => number])[] = [
  ['weir_notice_ends_due', 'Refunds and settlements that are due and not sent.', ({ endsDue }) => endsDue],
  ['weir_events_unpublished', 'Events that are not published yet.', (of) => of.unpublishedEvents],
  [
    'weir_events_unpublished_age_seconds',
    'Age of the oldest event that is not published.',
    (of) => of.oldestUnpublishedSeconds,
  ],
  [
    'weir_webhook_events_behind',
    'Published events that webhooks have not been matched with.',
    (of) => of.undispatchedEvents,
  ],
  ['weir_webhook_deliveries_due', 'Webhook deliveries that are due.', (of) => of.deliveriesDue],
  [
    'weir_webhook_deliveries_due_age_seconds',
    'Seconds since the oldest due delivery became due.',
    (of) => of.oldestDeliverySeconds,
  ],
  ['weir_mails_due', 'Mails that are due.', (of) => of.mailsDue],
  ['weir_mails_due_age_seconds', 'Seconds since the oldest due mail became due.', (of) => of.oldestMailSeconds],
  ['weir_mails_deferred', 'Mails that the relay has not taken yet and that are tried again.', (of) => of.mailsDeferred],
];

/** Adds metrics of pending work in the database; they are absent while it is unreachable. */
const backlogMetrics = (registry: Registry, read: () => Promise<Backlog>): void => {
  const metric = metricOf(registry);
  const quietly = () => read().catch(() => undefined);
  for (const [name, help, valueOf] of BACKLOG)
    metric(name, help, undefined, async () => {
      const backlog = await quietly();
      return backlog === undefined ? [] : [['', valueOf(backlog)]];
    });
  metric('weir_airdrop_claims', 'Claims of active campaigns, by groups of lanes.', 'lanes', async () =>
    Object.entries((await quietly())?.claimsByLane ?? {}),
  );
};

/** Creates the metrics of token lookups. @param oldestAge seconds; null where no token was looked up */
export const createTokenMetrics = (oldestAge: () => Promise<number | null>) => {
  const fetches = new Counter({
    name: 'weir_token_registry_fetches_total',
    help: 'Fetches of token registries, by result.',
    labelNames: ['result'],
    registers: [],
  });
  const looks = new Counter({
    name: 'weir_token_looks_total',
    help: 'Token look-ups, by result.',
    labelNames: ['result'],
    registers: [],
  });
  const age = new Gauge({
    name: 'weir_token_oldest_look_age_seconds',
    help: 'Age of the oldest result for a token requested within a day.',
    registers: [],
    async collect() {
      // An unreachable database is reported by other metrics.
      this.set((await oldestAge().catch(() => null)) ?? Number.NaN);
    },
  });
  return {
    onFetch: (result: FetchResult) => fetches.inc({ result }),
    onLookUp: (result: LookUpResult) => looks.inc({ result }),
    register: (registry: Registry) => {
      registry.registerMetric(fetches);
      registry.registerMetric(looks);
      registry.registerMetric(age);
    },
  };
};

export type TokenMetrics = ReturnType<typeof createTokenMetrics>;
