import { useQuery } from '@tanstack/react-query';
import { addressKey } from '@weir/client';
import { MAX_PAGE_ROWS } from '@weir/kinds';
import { onceRead } from '../api/once-read.js';
import { useServices } from '../api/services.js';
import { PRICE_MS } from './use-oracles.js';

/** Queries the payments in a currency that run to and from some addresses. */
export const useRunningInCurrency = (addresses: readonly string[]) => {
  const { weir } = useServices();
  const address = addresses.join();
  return useQuery({
    queryKey: ['party', address, 'both', 'currency'],
    queryFn: async ({ signal }) => {
      const { payments } = await weir.currencyPayments.page(
        { address, status: 'ACTIVE', limit: MAX_PAGE_ROWS },
        { signal },
      );
      const own = new Set(addresses.map(addressKey));
      return {
        sent: payments.filter(({ sender }) => own.has(addressKey(sender))),
        received: payments.filter(({ recipient }) => own.has(addressKey(recipient))),
      };
    },
    refetchInterval: onceRead(PRICE_MS),
  });
};
