import { useByBlocks } from '../wallet/use-by-blocks.js';

/** Queries a purse as the connected wallet may see it. */
export const usePurse = (id: string) =>
  useByBlocks(id, 'purse', (weir, wallet, options) => weir.purses.at(id).get(wallet, options));

/** Queries the purses of a vault. */
export const usePurses = (vaultId: string) =>
  useByBlocks(vaultId, 'purses', (weir, wallet, options) => weir.purses.of(vaultId, wallet, options));
