import { placeholderPublicKey, placeholderSignature, type Utxo } from 'cashscript';
import type { WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { buildSweep, strayBeside } from '../../transaction/sweep.js';
import type { AirdropContract } from '../airdrop-contract.js';
import { isScriptAirdrop } from '../airdrop-parameters.js';
import { AIRDROP_COMMITMENT_LENGTH } from '../airdrop-state.js';

/**
 * Whether a coin at a campaign's address is a stray: anything but a mutable or minting NFT whose commitment has a
 * state's length.
 */
export const isAirdropStray = strayBeside(AIRDROP_COMMITMENT_LENGTH);

/** Most coins of one sweep, to stay within relay limits. */
export const MAX_AIRDROP_STRAYS = 20;

/**
 * Builds the creator's sweep of coins sent to the contract by mistake: each coin with tokens has an output of its
 * own, plain ones are returned together.
 *
 * @param strays coins at the contract's address (see {@link isAirdropStray}), 1 to 20 in one sweep
 * @throws RangeError when one of them may be a state, there is none, or there are more than 20; and for a script's
 *   campaign, which is swept by a coin of that script at input 0 (for a vault see `proposeAirdropSweep`)
 * @throws InsufficientFundsError
 */
export const buildAirdropSweep = (
  { network, parameters, script }: AirdropContract,
  strays: readonly Utxo[],
  creator: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  if (isScriptAirdrop(parameters)) throw new RangeError('No key sweeps the campaign of a script');
  const unlocker = script.unlock('sweep', [placeholderPublicKey(), placeholderSignature()]);
  return buildSweep({
    network,
    owner: parameters.creator,
    unlocker,
    strays,
    isStray: isAirdropStray,
    most: MAX_AIRDROP_STRAYS,
    wallet: creator,
    feeRate,
  });
};
