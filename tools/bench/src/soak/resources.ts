import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { memoryOf } from '../harness/processes.js';
import type { Child } from './child.js';
import type { Stack } from './stack.js';

/** Resources of a process. */
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

/** Resources of the service. */
export interface Sample {
  readonly api: Holdings;
  readonly indexer: Holdings;
  readonly devnet: Pick<Holdings, 'rss'>;
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
export const takeSample = async ({ api, indexer, devnet, database }: Stack): Promise<Sample> => {
  const connected = sql<{
    count: number;
  }>`SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> 'soak'`;
  const [ofApi, ofIndexer, rss, { rows }] = await Promise.all([
    holdingsOf(api),
    holdingsOf(indexer),
    memoryOf(devnet.pid),
    connected.execute(database),
  ]);
  return { api: ofApi, indexer: ofIndexer, devnet: { rss }, connections: rows[0]?.count ?? 0 };
};
