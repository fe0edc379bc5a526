import { Counter, Gauge, type Registry } from 'prom-client';
import type { FetchResult, LookUpResult } from '@weir/services';

/** Metrics of token lookups. */
export interface TokenMetrics {
  readonly onFetch: (result: FetchResult) => void;
  readonly onLookUp: (result: LookUpResult) => void;
  register(registry: Registry): void;
}

/** Creates the metrics. @param oldestAge seconds; null where no token was looked up */
export const createTokenMetrics = (oldestAge: () => Promise<number | null>): TokenMetrics => {
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
    onFetch: (result) => fetches.inc({ result }),
    onLookUp: (result) => looks.inc({ result }),
    register: (registry) => {
      registry.registerMetric(fetches);
      registry.registerMetric(looks);
      registry.registerMetric(age);
    },
  };
};
