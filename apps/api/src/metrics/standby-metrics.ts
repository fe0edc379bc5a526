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
