import { useQuery } from '@tanstack/react-query';
import type { ReadOptions, Weir } from '@weir/client';
import { useServices } from '../api/services.js';
import { useWallet } from '../wallet/wallet-store.js';
import { sameRecord } from './same-record.js';

/**
 * Queries a record and its history, as the connected wallet sees it.
 *
 * @param kind part of the query's key
 */
export const useRecord = <Data>(
  id: string,
  kind: string,
  read: (weir: Weir, options: ReadOptions) => Promise<Data>,
) => {
  const { weir } = useServices();
  const connected = useWallet();
  return useQuery({
    queryKey: ['record', id, kind, connected?.address],
    queryFn: ({ signal }) => read(weir, { signal, wallet: connected?.wallet }),
    placeholderData: sameRecord(id),
  });
};
