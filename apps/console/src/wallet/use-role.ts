import { isSameAddress } from '@weir/client';
import { useWallet } from './wallet-store.js';

/** Says "you" of the connected wallet's address, in any of its forms. */
export const useRole = (): ((address: string) => string | undefined) => {
  const wallet = useWallet();
  return (address) => (wallet !== undefined && isSameAddress(wallet.address, address) ? 'you' : undefined);
};
