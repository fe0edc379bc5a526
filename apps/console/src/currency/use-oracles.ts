import { useQuery } from '@tanstack/react-query';
import { onceRead } from '../api/once-read.js';
import { useServices } from '../api/services.js';
import type { PricedOracle } from './currency-draft.js';

/** How often their prices are read again, milliseconds: an oracle signs one a minute. */
export const PRICE_MS = 30_000;

/** Queries the oracles that new payments can name. @returns `priced` are those whose latest price is known; undefined before an answer */
export const useOracles = () => {
  const { weir } = useServices();
  const { data, error, refetch } = useQuery({
    queryKey: ['oracles'],
    queryFn: ({ signal }) => weir.currencyPayments.oracles({ signal }),
    refetchInterval: onceRead(PRICE_MS),
  });
  const priced = data?.flatMap(({ price_base: price, time, ...oracle }): PricedOracle[] =>
    price === null || time === null ? [] : [{ ...oracle, price_base: price, time }],
  );
  return { priced, error, refetch };
};
