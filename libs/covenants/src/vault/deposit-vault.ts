import { LEAST_DEPOSIT } from '@weir/kinds';
import type { WalletCoins } from '../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../transaction/built-transaction.js';
import { assertWorthAnOutput, buildDeposit } from '../transaction/deposit.js';
import { type Prepared, withGenesis } from '../transaction/genesis.js';
import { vaultToken } from './vault-coin.js';
import type { VaultContract } from './vault-contract.js';
import { INITIAL_VAULT_STATE } from './vault-parameters.js';

/** Least satoshis of a state, above its dust (699). */
export const VAULT_STATE_SATOSHIS = LEAST_DEPOSIT;

/** A vault's first deposit, or the transaction that the wallet must make before it. */
export type VaultFirstDeposit = Prepared<'deposit'>;

/**
 * Builds the deposit that makes the vault's state. Outputs: first the state with the money, so that the vault can
 * open a plan from it at once (an output at index 0 can make a category), then change to the depositor. Nothing on
 * the chain shows what the address is.
 *
 * @param satoshis at least 1,000
 * @throws InsufficientFundsError
 * @throws RangeError for less than 1,000 satoshis
 */
export const buildVaultFirstDeposit = (
  { network, lockingBytecode }: VaultContract,
  depositor: WalletCoins,
  satoshis: bigint,
  options: BuildOptions = {},
): VaultFirstDeposit => {
  assertWorthAnOutput(satoshis, VAULT_STATE_SATOSHIS);
  return withGenesis(
    'deposit',
    depositor,
    {
      network,
      change: 'last',
      userPrompt: 'Open the vault with a deposit',
      plan: (category) => ({
        outputs: [{ to: lockingBytecode, amount: satoshis, token: vaultToken(category, INITIAL_VAULT_STATE) }],
      }),
    },
    options,
  );
};

/**
 * Builds a plain deposit, as any wallet could make by itself: money to the address at output 0.
 *
 * @param satoshis at least 1,000, so that it is worth more than spending it costs
 * @throws InsufficientFundsError
 * @throws RangeError for less than 1,000 satoshis
 */
export const buildVaultDeposit = (
  { network, lockingBytecode }: VaultContract,
  depositor: WalletCoins,
  satoshis: bigint,
  options: BuildOptions = {},
): UnsignedTransaction => {
  assertWorthAnOutput(satoshis, VAULT_STATE_SATOSHIS);
  return buildDeposit({ network, lockingBytecode, userPrompt: 'Deposit to the vault' }, depositor, satoshis, options);
};
