import { placeholderPublicKey, placeholderSignature, type Utxo } from 'cashscript';
import type { VestingAsset } from '../../contract/asset.js';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions } from '../../transaction/build-options.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildSweep, MAX_STRAYS, strayBeside } from '../../transaction/sweep.js';
import type { VestingContract } from '../vesting-contract.js';
import { VESTING_COMMITMENT_LENGTH } from '../vesting-state.js';

/** Whether a coin at a vesting contract's address is a stray. See {@link strayBeside}. */
export const isVestingStray = strayBeside(VESTING_COMMITMENT_LENGTH);

/**
 * Builds the sender's sweep of coins sent to the contract by mistake: each coin with tokens has an output of its own,
 * plain ones are returned together. The plain ones pay the fee, the sender's own coins the rest of it.
 *
 * @param strays coins at the contract's address (see {@link isVestingStray}), 1 to 50 in one sweep
 * @throws RangeError when one of them may be a state, there is none, or there are more than 50
 * @throws InsufficientFundsError
 */
export const buildVestingSweep = (
  contract: VestingContract<VestingAsset>,
  strays: readonly Utxo[],
  sender: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  return buildSweep({
    network: contract.network,
    owner: contract.parameters.sender,
    unlocker: contract.script.unlock.sweep(placeholderPublicKey(), placeholderSignature()),
    strays,
    isStray: isVestingStray,
    most: MAX_STRAYS,
    wallet: sender,
    feeRate,
  });
};
