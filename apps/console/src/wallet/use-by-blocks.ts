import { useQuery } from '@tanstack/react-query';
import type { AbortOptions, Wallet, Weir } from '@weir/client';
import { onceRead } from '../api/once-read.js';
import { useServices } from '../api/services.js';
import { useIsReconnecting, useWallet } from './wallet-store.js';

/** How often it is read again, milliseconds: no event comes of what a block changes. */
const BLOCK_MS = 30_000;

/**
 * Queries what the connected wallet may see of a record and what blocks change.
 *
 * @param id of the record
 * @param what names it among the queries of the record
 */
export const useByBlocks = <Data>(
  id: string,
  what: string,
  read: (weir: Weir, wallet: Wallet | undefined, options: AbortOptions) => Promise<Data>,
) => {
  const { weir } = useServices();
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  return useQuery({
    queryKey: ['record', id, what, connected?.address],
    queryFn: ({ signal }) => read(weir, connected?.wallet, { signal }),
    enabled: !isReconnecting,
    refetchInterval: onceRead(BLOCK_MS),
  });
};
