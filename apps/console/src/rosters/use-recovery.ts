import { useByBlocks } from '../wallet/use-by-blocks.js';

/** Queries the state of a treasury’s recovery, as the chain shows it. */
export const useRecovery = (vaultId: string) =>
  useByBlocks(vaultId, 'recovery', (weir, wallet, options) => weir.vaults.at(vaultId).recovery(wallet, options));
