import { placeholderPublicKey, placeholderSignature } from 'cashscript';
import type { Utxo } from 'cashscript';
import { lockingBytecodeOf } from '../../chain/address.js';
import { fixedUnlocker } from '../../contract/fixed-unlocker.js';
import { assemble } from '../../transaction/assemble.js';
import type { PlannedInput, PlannedOutput, WalletCoins } from '../../transaction/assemble.js';
import type { UnsignedTransaction } from '../../transaction/built-transaction.js';
import type { VestingAsset } from '../vesting-asset.js';
import type { VestingContract } from '../vesting-contract.js';
import { VESTING_COMMITMENT_LENGTH } from '../vesting-state.js';

/** Whether a coin at a contract's address is a stray: anything but a mutable or minting NFT that a state could be. */
export const isStray = ({ token }: Utxo): boolean =>
  token?.nft === undefined || token.nft.capability === 'none' || token.nft.commitment.length !== VESTING_COMMITMENT_LENGTH * 2;

/** A stray with a token goes to the sender as it is, value included, which is worth its output at least. */
const tokenOutputs = (contract: VestingContract<VestingAsset>, strays: readonly Utxo[]): PlannedOutput[] =>
  strays.flatMap(({ token, satoshis }) =>
    token === undefined ? [] : [{ to: lockingBytecodeOf(contract.parameters.sender), amount: satoshis, token }],
  );

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
  const unlocker = fixedUnlocker(contract.script.unlock.sweep(placeholderPublicKey(), placeholderSignature()));
  const contractInputs: PlannedInput[] = strays.map((utxo) => ({ utxo, unlocker }));
  const outputs = tokenOutputs(contract, strays);
  const plan = { network: contract.network, contractInputs, outputs, locktime: 0n };
  // Without a token's output the change is the only one, and a transaction needs one.
  const change = outputs.length === 0 ? 'first' : 'last';
  return assemble({ ...plan, wallet: sender, change, userPrompt: 'Sweep coins sent to the contract by mistake' });
};
