import { useInfo } from '../api/info.js';
import { useWallet } from '../wallet/wallet-store.js';
import type { PlanReader } from './read-plan.js';

/** Who looks at a plan: the connected wallet, and whether it has to prove whose it is. */
export const usePlanReader = (): PlanReader => {
  const connected = useWallet();
  return { connected, isProofWanted: useInfo().data?.auth.mode === 'signed' };
};
