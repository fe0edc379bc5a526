import { placeholderPublicKey, placeholderSignature, type Utxo } from 'cashscript';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildSweep, MAX_STRAYS, strayBeside } from '../../transaction/sweep.js';
import type { RecurringContract } from '../recurring-contract.js';
import { RECURRING_COMMITMENT_LENGTH } from '../recurring-state.js';

/** Whether a coin at a recurring contract's address is a stray. See {@link strayBeside}. */
export const isRecurringStray = strayBeside(RECURRING_COMMITMENT_LENGTH);

/**
 * Builds the sender's sweep of coins sent to the contract by mistake: each coin with tokens has an output of its own,
 * plain ones are returned together. The plain ones pay the fee, the sender's own coins the rest of it.
 *
 * @param strays coins at the contract's address (see {@link isRecurringStray}), 1 to 50 in one sweep
 * @throws RangeError when one of them may be a state, there is none, or there are more than 50
 * @throws InsufficientFundsError
 */
export const buildRecurringSweep = (
  contract: RecurringContract,
  strays: readonly Utxo[],
  sender: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  return buildSweep({
    network: contract.network,
    owner: contract.parameters.sender,
    unlocker: contract.script.unlock.sweep(placeholderPublicKey(), placeholderSignature()),
    strays,
    isStray: isRecurringStray,
    most: MAX_STRAYS,
    wallet: sender,
    feeRate,
  });
};
