import type { StreamsService, TransactionsService } from '@weir/services';
import type { AppDependencies } from '../../src/app.js';
import { createLogger } from '../../src/logger.js';

/** A service whose every method notes that it was reached, and fails. */
const unreachable = (name: string, reached: string[]): object =>
  new Proxy(
    {},
    {
      get: (_, method) => () => {
        reached.push(`${name}.${String(method)}`);
        return Promise.reject(new Error(`${name}.${String(method)} was reached`));
      },
    },
  );

/** Dependencies for tests of the boundary: whatever gets past it is in `reached`. */
export const unreachableDependencies = (): { readonly dependencies: AppDependencies; readonly reached: readonly string[] } => {
  const reached: string[] = [];
  const dependencies: AppDependencies = {
    streams: unreachable('streams', reached) as StreamsService,
    transactions: unreachable('transactions', reached) as TransactionsService,
    readiness: () => Promise.reject(new Error('readiness was reached')),
    logger: createLogger('silent'),
  };
  return { dependencies, reached };
};
