import type { Utxo } from 'cashscript';
import type { PublicKeyHash } from '../chain/address.js';
import type { WalletCoins } from '../transaction/assemble.js';

/** A party's coins as builders take them. */
export const walletOf = (hash: PublicKeyHash, coins: readonly Utxo[]): WalletCoins => ({ hash, coins });
