import type { Registry } from 'prom-client';
import { metricOf } from '@weir/http';
import type { StandbyReading } from '@weir/infra';

/** Sources of the standby metrics. */
export interface StandbySources {
  /** Reads answered since the start, by host and port or `primary`. */
  readonly reads: () => Readonly<Record<string, number>>;
  readonly standbys: () => Promise<readonly StandbyReading[]>;
}

/** Adds metrics of the standbys, one label value per server in DATABASE_READ_URL. */
export const standbyMetrics = (registry: Registry, { reads, standbys }: StandbySources): void => {
  const metric = metricOf(registry);
  metric('weir_db_reads_total', 'Readings that a standby may do, by who did them.', 'place', () =>
    Object.entries(reads()),
  );
  metric('weir_standby_usable', 'Whether a standby answers and follows the primary.', 'standby', async () =>
    (await standbys()).map(({ name, problem }) => [name, Number(problem === undefined)]),
  );
  metric('weir_standby_behind_bytes', "Of the primary's log, what it does not show yet.", 'standby', async () =>
    (await standbys()).flatMap(({ name, bytesBehind }) => (bytesBehind === null ? [] : [[name, Number(bytesBehind)]])),
  );
};
