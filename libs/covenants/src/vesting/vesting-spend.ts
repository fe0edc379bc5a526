import { binToHex, type TransactionCommon } from '@bitauth/libauth';
import { outpointOf, sameOutpoint } from '../chain/outpoint.js';
import type { VestingAsset } from '../contract/asset.js';
import { covenantCall } from '../transaction/unlocking-pushes.js';
import type { VestingCoin } from './vesting-coin.js';
import type { VestingContract } from './vesting-contract.js';
import { decodeVestingState } from './vesting-state.js';

/** What a transaction did to a deployment. */
export type VestingTransitionKind = 'claim' | 'push' | 'cancel' | 'refund';

/** The contracts' functions in the order of their selectors. */
const FUNCTIONS = ['claim', 'cancel', 'refund', 'sweep'] as const;

const kindOf = (unlockingBytecode: Uint8Array): VestingTransitionKind | undefined => {
  const { selector, args } = covenantCall(unlockingBytecode);
  const called = FUNCTIONS[selector];
  if (called === 'claim') return (args[0]?.length ?? 0) > 0 ? 'claim' : 'push';
  return called === 'sweep' ? undefined : called;
};

/** Returns the path by which a transaction spends a state; undefined when it does not. A state is always input 0. */
export const spendKind = (spent: VestingCoin, transaction: TransactionCommon): VestingTransitionKind | undefined => {
  const input = transaction.inputs[0];
  if (input === undefined) return undefined;
  return sameOutpoint(outpointOf(input), spent.outpoint) ? kindOf(input.unlockingBytecode) : undefined;
};

/** Returns the state that a transition left at output 0; undefined when it ended the deployment. */
export const nextState = (
  contract: VestingContract<VestingAsset>,
  spent: VestingCoin,
  txid: string,
  transaction: TransactionCommon,
): VestingCoin | undefined => {
  const output = transaction.outputs[0];
  const nft = output?.token?.nft;
  if (output?.token === undefined || nft?.capability !== 'mutable') return undefined;
  if (binToHex(output.token.category) !== spent.category) return undefined;
  if (binToHex(output.lockingBytecode) !== binToHex(contract.lockingBytecode)) return undefined;
  const state = decodeVestingState(binToHex(nft.commitment));
  return state && { outpoint: { txid, vout: 0 }, satoshis: output.valueSatoshis, category: spent.category, state };
};
