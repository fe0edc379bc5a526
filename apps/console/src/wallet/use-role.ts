import { isSameAddress } from '@weir/client';
import { useWallet } from './wallet-store.js';

/** Returns a function that gives "you" for the connected wallet's address, in any format. */
export const useRole = (): ((address: string) => string | undefined) => {
  const wallet = useWallet();
  return (address) => (wallet !== undefined && isSameAddress(wallet.address, address) ? 'you' : undefined);
};
