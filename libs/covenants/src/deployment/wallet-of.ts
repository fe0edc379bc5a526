import type { Utxo } from 'cashscript';
import type { PublicKeyHash } from '../chain/address.js';
import type { WalletCoins } from '../transaction/assemble.js';

/** Returns a party's coins as a wallet. */
export const walletOf = (hash: PublicKeyHash, coins: readonly Utxo[]): WalletCoins => ({ hash, coins });
