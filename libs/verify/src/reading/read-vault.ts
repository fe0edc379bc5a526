import { binsAreEqual, binToHex, type Output } from '@bitauth/libauth';
import { createVaultContract, lastPushOf, readVaultScript, type Network } from '@weir/covenants';
import type { SpendsVault } from '../effects.types.js';
import type { Account } from './account.js';

/** A vault whose coins a transaction spends, and what it does. */
export interface VaultSpent {
  readonly lockingBytecode: Uint8Array;
  /** Hashes of the keys of which any two sign, in their order. */
  readonly signers: readonly Uint8Array[];
  readonly effect: SpendsVault;
}

const addTokens = (sums: Map<string, bigint>, { token }: Pick<Output, 'token'>): void => {
  if (token === undefined || token.amount === 0n) return;
  const category = binToHex(token.category);
  sums.set(category, (sums.get(category) ?? 0n) + token.amount);
};

/**
 * Reads the vault whose coin is input 0, by the script that the input shows; undefined where it is none. Its other
 * coins follow by the covenant's own rule; what returns to its address stays the vault's.
 */
export const readVault = (account: Account, network: Network): VaultSpent | undefined => {
  const { spent, transaction } = account.draft;
  const [first] = spent;
  const script = first && lastPushOf(first.unlockingBytecode);
  const parameters = script && readVaultScript(script);
  if (first === undefined || parameters === undefined) return undefined;
  const { lockingBytecode, address } = createVaultContract(parameters, network);
  if (!binsAreEqual(lockingBytecode, first.lockingBytecode)) return undefined;
  let [balance, left] = [0n, 0n];
  const before = new Map<string, bigint>();
  const after = new Map<string, bigint>();
  for (const [index, coin] of spent.entries())
    if (binsAreEqual(coin.lockingBytecode, lockingBytecode)) {
      const input = account.input(index);
      balance += input.valueSatoshis;
      addTokens(before, input);
    }
  let stays = false;
  for (const [index, output] of transaction.outputs.entries())
    if (binsAreEqual(output.lockingBytecode, lockingBytecode)) {
      // A place that a stream's move leaves unused holds dust for the vault, which is then the stream's sender.
      if (account.isOpen(index)) account.output(index);
      left += output.valueSatoshis;
      addTokens(after, output);
      stays = true;
    }
  return {
    lockingBytecode,
    signers: parameters.signers,
    effect: {
      ...{ kind: 'SPENDS_VAULT', vault: address, closes: !stays, spent: balance - left, left },
      tokens: [...new Set([...before.keys(), ...after.keys()])].map((category) => {
        const stayed = after.get(category) ?? 0n;
        return { category, spent: (before.get(category) ?? 0n) - stayed, left: stayed };
      }),
    },
  };
};
