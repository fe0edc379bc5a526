import { useQuery } from '@tanstack/react-query';
import type { AbortOptions, Wallet, Weir } from '@weir/client';
import type { onceRead } from '../api/once-read.js';
import { useServices } from '../api/services.js';
import { useIsReconnecting, useWallet } from './wallet-store.js';

/**
 * Queries as the connected wallet, or as everybody; disabled without an id, and while the wallet reconnects after a reload.
 *
 * @param what part of the query's key
 * @param again how often it is read again by itself; by default never
 */
export const useAsReader = <Data>(
  id: string | undefined,
  what: string,
  read: (weir: Weir, id: string, wallet: Wallet | undefined, options: AbortOptions) => Promise<Data>,
  again: ReturnType<typeof onceRead> | false = false,
) => {
  const { weir } = useServices();
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  return useQuery({
    queryKey: ['record', id, what, connected?.address],
    queryFn: ({ signal }) => read(weir, id ?? '', connected?.wallet, { signal }),
    enabled: !isReconnecting && id !== undefined,
    refetchInterval: again,
  });
};
