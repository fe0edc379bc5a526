import { createCached } from '../shared/wait.js';

/** Loads what only wallets need, once somebody acts with one. */
export const loadWithWallet = createCached(() => import('./with-wallet.js'), undefined);
