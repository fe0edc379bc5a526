import { useInfo } from '../api/info.js';
import { useWallet } from '../wallet/wallet-store.js';
import type { PlanReader } from './read-plan.js';

/** Returns the connected wallet, and whether the service requires it to sign in for the sender's details. */
export const usePlanReader = (): PlanReader => {
  const connected = useWallet();
  return { connected, requiresSignIn: useInfo().data?.auth.mode === 'signed' };
};
