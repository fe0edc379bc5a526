import { useQueryClient } from '@tanstack/react-query';
import { useServices } from '../api/services.js';
import { useWallet } from './wallet-store.js';

/** Returns what has the connected wallet sign in, after which everything on show is read again; undefined without a wallet. */
export const useSignIn = (): (() => Promise<void>) | undefined => {
  const { weir } = useServices();
  const client = useQueryClient();
  const connected = useWallet();
  if (connected === undefined) return undefined;
  return async () => {
    await weir.signIn({ wallet: connected.wallet, address: connected.address });
    await client.invalidateQueries();
  };
};
