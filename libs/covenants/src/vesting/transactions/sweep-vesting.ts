import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import type { Utxo } from 'cashscript';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildSweep } from '../../transaction/sweep.js';
import type { VestingAsset } from '../vesting-asset.js';
import type { VestingContract } from '../vesting-contract.js';
import { VESTING_COMMITMENT_LENGTH } from '../vesting-state.js';

/** Whether a coin at a contract's address is a stray: anything but a mutable or minting NFT that a state could be. */
export const isStray = ({ token }: Utxo): boolean =>
  token?.nft === undefined || token.nft.capability === 'none' || token.nft.commitment.length !== VESTING_COMMITMENT_LENGTH * 2;

/**
 * Builds the sender's sweep of coins sent to the contract by mistake: tokens one by one, plain coins together. What the
 * plain ones hold pays the fee, the sender's own coins the rest of it.
 *
 * @param strays Coins at the contract's address; see {@link isStray}. At most 50 a call, to stay within relay limits.
 * @throws RangeError when one of them may be a state, there is none, or there are more than 50.
 * @throws InsufficientFundsError
 */
export const buildVestingSweep = (contract: VestingContract<VestingAsset>, strays: readonly Utxo[], sender: WalletCoins): UnsignedTransaction => {
  if (strays.length === 0 || strays.length > 50) throw new RangeError('A sweep takes 1 to 50 coins');
  if (!strays.every(isStray)) throw new RangeError('A state is no stray');
  return buildSweep({
    network: contract.network,
    owner: contract.parameters.sender,
    unlocker: contract.script.unlock.sweep(placeholderPublicKey(), placeholderSignature()),
    strays,
    wallet: sender,
  });
};
