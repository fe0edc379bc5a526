import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { useIsReconnecting, useWallet } from '../wallet/wallet-store.js';

/** How often a purse is read again: its limit refills with blocks, of which no event comes. */
const BLOCK_MS = 30_000;

/** Queries a purse as the connected wallet may see it. */
export const usePurse = (id: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  return useQuery({
    queryKey: ['record', id, 'purse', connected?.address],
    queryFn: ({ signal }) => weir.purses.at(id).get(connected?.wallet, { signal }),
    enabled: !isReconnecting,
    refetchInterval: BLOCK_MS,
  });
};

/** Queries the purses of a vault. */
export const usePurses = (vaultId: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  return useQuery({
    queryKey: ['record', vaultId, 'purses', connected?.address],
    queryFn: ({ signal }) => weir.purses.of(vaultId, connected?.wallet, { signal }),
    enabled: !isReconnecting,
    refetchInterval: BLOCK_MS,
  });
};
