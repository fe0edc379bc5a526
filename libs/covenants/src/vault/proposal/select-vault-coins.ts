import type { Utxo } from 'cashscript';
import { P2SH32_DUST } from '../../chain/dust.js';
import { InsufficientFundsError } from '../../errors/insufficient-funds-error.js';
import { selectCoins } from '../../transaction/coin-selection.js';
import { MAX_VAULT_COINS } from './vault-size.js';

const largestFirst = (a: Utxo, b: Utxo): number => (a.satoshis === b.satoshis ? 0 : a.satoshis > b.satoshis ? -1 : 1);

/**
 * Returns the largest plain coins that one transaction can take beside those it must spend; a coin below dust is not
 * worth its fee.
 */
export const spendableCoins = (plain: readonly Utxo[], required: readonly Utxo[]): Utxo[] =>
  plain
    .filter(({ satoshis }) => satoshis >= P2SH32_DUST)
    .sort(largestFirst)
    .slice(0, Math.max(0, MAX_VAULT_COINS - required.length));

/**
 * Adds plain coins to those that must be spent until they reach a target.
 *
 * @param target satoshis, given the number of coins
 * @throws InsufficientFundsError when all that one transaction can take does not suffice
 */
export const selectVaultCoins = (
  plain: readonly Utxo[],
  required: readonly Utxo[],
  target: (count: number) => bigint,
): Utxo[] => {
  try {
    return selectCoins(spendableCoins(plain, required), required, target);
  } catch (error) {
    if (error instanceof InsufficientFundsError)
      throw new InsufficientFundsError(error.data.needed, error.data.available, 'vault');
    throw error;
  }
};
