import { useQuery } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { useEvents, useRefetch } from '../api/use-events.js';
import type { Treasury } from '../app/scope.js';
import { type ConnectedWallet, createStore } from '../wallet/wallet-store.js';

/** Addresses one request may name. */
const MOST = 20;

/** Returns the addresses of a wallet that one request asks about. */
export const askedAddresses = ({ addresses }: Pick<ConnectedWallet, 'addresses'>): readonly string[] =>
  addresses.slice(0, MOST);

/** Addresses whose wallets have proved here who they are; a page that only shows something asks none for that. */
const proven = createStore<ReadonlySet<string>>(new Set());

/**
 * Reads what a wallet, or one of its treasuries, has, owes and is waited for, and again with each event. What is private comes once the
 * wallet has proved who it is, by `prove`.
 */
export const usePortfolio = (connected: ConnectedWallet, treasury: Treasury | undefined) => {
  const { weir } = useServices();
  const isProven = proven.use().has(connected.address);
  const addresses = treasury === undefined ? askedAddresses(connected) : [treasury.address];
  const query = useQuery({
    queryKey: ['portfolio', addresses, isProven],
    queryFn: ({ signal }) => weir.portfolio(addresses, { signal, ...(isProven && { wallet: connected.wallet }) }),
    refetchInterval: 60_000,
    placeholderData: (before, last) =>
      JSON.stringify(last?.queryKey[1]) === JSON.stringify(addresses) ? before : undefined,
  });
  const refetch = useRefetch('portfolio');
  const read = (): void => void refetch();
  useEvents({ filters: { address: treasury?.address ?? connected.address }, onEvent: read, onGap: read });
  const prove = async (): Promise<void> => {
    await weir.signIn({ wallet: connected.wallet, address: connected.address });
    proven.set(new Set([...proven.get(), connected.address]));
  };
  return { ...query, isProven, prove };
};
