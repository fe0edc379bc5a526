import { Counter, Gauge, type Registry } from 'prom-client';
import type { FetchResult, LookResult } from '@weir/services';

/** Figures about what is learnt of tokens. */
export interface TokenMetrics {
  readonly onFetch: (result: FetchResult) => void;
  readonly onLook: (result: LookResult) => void;
  register(registry: Registry): void;
}

/** @param oldestAge seconds; null where there is nothing to tell of */
export const createTokenMetrics = (oldestAge: () => Promise<number | null>): TokenMetrics => {
  const fetches = new Counter({
    name: 'weir_token_registry_fetches_total',
    help: 'Fetches of token registries by this process, by result.',
    labelNames: ['result'],
    registers: [],
  });
  const looks = new Counter({
    name: 'weir_token_looks_total',
    help: 'Looks at tokens by this process, by what is known of the token then.',
    labelNames: ['result'],
    registers: [],
  });
  const age = new Gauge({
    name: 'weir_token_oldest_look_age_seconds',
    help: 'How long ago the oldest of the tokens was looked at that were asked for within a day.',
    registers: [],
    async collect() {
      // A database that is away is told of elsewhere.
      this.set((await oldestAge().catch(() => null)) ?? Number.NaN);
    },
  });
  return {
    onFetch: (result) => fetches.inc({ result }),
    onLook: (result) => looks.inc({ result }),
    register: (registry) => {
      registry.registerMetric(fetches);
      registry.registerMetric(looks);
      registry.registerMetric(age);
    },
  };
};
