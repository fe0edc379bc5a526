import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { useIsReconnecting, useWallet } from '../wallet/wallet-store.js';

/** How often a recovery is read again: its waits are over with blocks, of which no event comes. */
const BLOCK_MS = 30_000;

/** Queries the state of a treasury’s recovery, as the chain shows it. */
export const useRecovery = (vaultId: string) => {
  const { weir } = useServices();
  const connected = useWallet();
  const isReconnecting = useIsReconnecting();
  return useQuery({
    queryKey: ['record', vaultId, 'recovery', connected?.address],
    queryFn: ({ signal }) => weir.vaults.at(vaultId).recovery(connected?.wallet, { signal }),
    enabled: !isReconnecting,
    refetchInterval: BLOCK_MS,
  });
};
