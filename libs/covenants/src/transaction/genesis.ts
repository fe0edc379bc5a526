import type { Utxo } from 'cashscript';
import type { Network } from '../chain/network.js';
import { assemble, type WalletCoins } from './assemble.js';
import type { UnsignedTransaction } from './built-transaction.js';
import { plainCoins } from './coin-selection.js';

/**
 * The coin a new category can be made of: a plain output with index 0, whose txid becomes the category. The largest
 * one, since its change becomes the next.
 */
export const findGenesisCoin = (coins: readonly Utxo[]): Utxo | undefined =>
  plainCoins(coins)
    .filter(({ vout }) => vout === 0)
    .reduce<Utxo | undefined>(
      (best, coin) => (best === undefined || coin.satoshis > best.satoshis ? coin : best),
      undefined,
    );

/**
 * The preparation of a wallet that has no such coin: it sends all its plain coins to itself, by output 0. At most the
 * 100 largest, to stay well within the size nodes relay.
 *
 * @throws InsufficientFundsError when the coins are not worth their own fee.
 */
export const prepareGenesis = (network: Network, wallet: WalletCoins): UnsignedTransaction => {
  const coins = plainCoins(wallet.coins)
    .sort((a, b) => Number(b.satoshis - a.satoshis))
    .slice(0, 100);
  return assemble({
    network,
    contractInputs: [],
    requiredCoins: coins,
    outputs: [],
    locktime: 0n,
    wallet: { ...wallet, coins },
    change: 'first',
    userPrompt: 'Prepare your wallet: send its coins to itself',
  });
};
