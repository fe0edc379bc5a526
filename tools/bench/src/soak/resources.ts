import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { median } from '../harness/figures.js';
import { memoryOf } from '../harness/processes.js';
import type { Child, Stack } from './stack.js';

export interface Holdings {
  /** Resident memory, MiB. */
  readonly rss: number;
  /** Used JavaScript heap, MB. */
  readonly heap: number;
  /** Open files and sockets. */
  readonly fds: number;
  /** Active handles of the event loop: timers, sockets and the like. */
  readonly handles: number;
}

export interface Sample {
  readonly api: Holdings;
  readonly indexer: Holdings;
  /** Connections to Postgres, without our own. */
  readonly connections: number;
}

const MB = 1_048_576;

const metric = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN);

const holdingsOf = async ({ pid, url }: Child): Promise<Holdings> => {
  const [rss, files, metrics] = await Promise.all([
    memoryOf(pid),
    readdir(`/proc/${pid}/fd`),
    fetch(`${url}/metrics`).then((response) => response.text()),
  ]);
  return {
    rss,
    fds: files.length,
    heap: metric(metrics, 'nodejs_heap_size_used_bytes') / MB,
    handles: metric(metrics, 'nodejs_active_resources_total'),
  };
};

/** Samples all processes (Linux only) and Postgres. */
export const takeSample = async ({ api, indexer, database }: Stack): Promise<Sample> => {
  const connected = sql<{
    count: number;
  }>`SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> 'soak'`;
  const [ofApi, ofIndexer, { rows }] = await Promise.all([
    holdingsOf(api),
    holdingsOf(indexer),
    connected.execute(database),
  ]);
  return { api: ofApi, indexer: ofIndexer, connections: rows[0]?.count ?? 0 };
};

export interface CheckResult {
  readonly name: string;
  readonly good: boolean;
  readonly facts: string;
}

/** Allowed growth from the second to the last quarter: a share, plus an absolute amount for small values. */
const TOLERANCE: Readonly<Record<keyof Holdings, { readonly share: number; readonly more: number }>> = {
  rss: { share: 0.2, more: 30 },
  heap: { share: 0.25, more: 20 },
  fds: { share: 0.2, more: 20 },
  handles: { share: 0.2, more: 20 },
};

const quarter = <T>(all: readonly T[], index: number): readonly T[] =>
  all.slice(Math.floor((all.length * index) / 4), Math.floor((all.length * (index + 1)) / 4));

const lowest = (values: readonly number[]): number => Math.min(...values);

const judgeGrowth = (
  name: string,
  values: readonly number[],
  { share, more }: { readonly share: number; readonly more: number },
  of = median,
): CheckResult => {
  const [early, late] = [of(quarter(values, 1)), of(quarter(values, 3))];
  return {
    name: `${name} is flat`,
    good: late <= early * (1 + share) + more,
    facts: `${early.toFixed(0)} in the second quarter, ${late.toFixed(0)} in the last`,
  };
};

/**
 * Checks that resources stay flat: medians of the second and the last quarter; for the heap, which grows to several
 * times its size between collections, the lowest values.
 */
export const judgeHoldings = (samples: readonly Sample[]): CheckResult[] => [
  ...(['api', 'indexer'] as const).flatMap((child) =>
    (['rss', 'heap', 'fds', 'handles'] as const).map((kind) =>
      judgeGrowth(
        `${child} ${kind}`,
        samples.map((sample) => sample[child][kind]),
        TOLERANCE[kind],
        kind === 'heap' ? lowest : median,
      ),
    ),
  ),
  judgeGrowth(
    'database connections',
    samples.map(({ connections }) => connections),
    { share: 0.2, more: 5 },
  ),
];

export const judgeNone = (name: string, problems: readonly string[]): CheckResult => ({
  name,
  good: problems.length === 0,
  facts: problems.length === 0 ? 'none' : `${problems.length}: ${problems.slice(0, 5).join(' | ')}`,
});
