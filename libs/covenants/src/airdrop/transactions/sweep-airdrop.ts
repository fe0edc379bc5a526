import { placeholderPublicKey, placeholderSignature, type Utxo } from 'cashscript';
import { lockingBytecodeOf } from '../../chain/address.js';
import { assemble, type PlannedOutput, type WalletCoins } from '../../transaction/assemble.js';
import type { BuildOptions, UnsignedTransaction } from '../../transaction/built-transaction.js';
import { strayBeside } from '../../transaction/sweep.js';
import type { AirdropContract } from '../airdrop-contract.js';
import { isScriptAirdrop } from '../airdrop-parameters.js';
import { AIRDROP_COMMITMENT_LENGTH } from '../airdrop-state.js';

/**
 * Whether a coin at a campaign's address is a stray: anything but a mutable or minting NFT whose commitment has a
 * state's length.
 */
export const isAirdropStray = strayBeside((bytes) => bytes === AIRDROP_COMMITMENT_LENGTH);

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
  { network, parameters, unlock }: AirdropContract,
  strays: readonly Utxo[],
  creator: WalletCoins,
  { feeRate }: BuildOptions = {},
): UnsignedTransaction => {
  if (isScriptAirdrop(parameters)) throw new RangeError('The campaign of a script cannot be swept with a key');
  if (strays.length === 0 || strays.length > MAX_AIRDROP_STRAYS)
    throw new RangeError(`A sweep takes 1 to ${MAX_AIRDROP_STRAYS} coins`);
  if (!strays.every(isAirdropStray)) throw new RangeError('A state cannot be swept as a stray');
  const unlocker = unlock('sweep', [placeholderPublicKey(), placeholderSignature()]);
  const outputs = strays.flatMap(({ token, satoshis }): PlannedOutput[] =>
    token === undefined ? [] : [{ to: lockingBytecodeOf(parameters.creator), amount: satoshis, token }],
  );
  return assemble({
    network,
    contractInputs: strays.map((utxo) => ({ utxo, unlocker })),
    outputs,
    wallet: creator,
    // Without a token's output the change is the only output, and a transaction needs one.
    change: outputs.length === 0 ? 'first' : 'last',
    feeRate,
    userPrompt: 'Sweep coins sent to the contract by mistake',
  });
};
