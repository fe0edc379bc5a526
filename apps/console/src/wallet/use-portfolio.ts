import { useQuery } from '@tanstack/react-query';
import { onceRead } from '../api/once-read.js';
import { useServices } from '../api/services.js';
import { signIns } from '../api/sign-ins.js';
import { useEvents, useRefetch } from '../api/use-events.js';
import { askedAddresses, type Treasury } from './scope.js';
import type { ConnectedWallet } from './wallet-store.js';

/** Returns whether a wallet has proved here who it is, and what has it do so. */
export const useProof = (connected: ConnectedWallet | undefined) => {
  const { weir } = useServices();
  // Shown again with each sign-in.
  signIns.use();
  const isProven = connected !== undefined && weir.isSignedIn(connected.address);
  const prove = async (): Promise<void> => {
    if (connected === undefined) return;
    await weir.signIn({ wallet: connected.wallet, address: connected.address });
  };
  return { isProven, prove };
};

/**
 * Reads what a wallet, or one of its treasuries, has and must pay, and its open tasks, and again with each event. What is private comes once the
 * wallet has proved who it is, by `prove`.
 */
export const usePortfolio = (connected: ConnectedWallet, treasury: Treasury | undefined) => {
  const { weir } = useServices();
  const { isProven, prove } = useProof(connected);
  const addresses = treasury === undefined ? askedAddresses(connected) : [treasury.address];
  const query = useQuery({
    queryKey: ['portfolio', addresses, isProven],
    queryFn: ({ signal }) => weir.portfolio(addresses, { signal, ...(isProven && { wallet: connected.wallet }) }),
    refetchInterval: onceRead(60_000),
    placeholderData: (before, last) =>
      JSON.stringify(last?.queryKey[1]) === JSON.stringify(addresses) ? before : undefined,
  });
  const refetch = useRefetch('portfolio');
  const read = (): void => void refetch();
  useEvents({ filters: { address: addresses.join() }, onEvent: read, onGap: read });
  return { ...query, isProven, prove };
};
