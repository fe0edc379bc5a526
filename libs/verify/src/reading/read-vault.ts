import { binsAreEqual, binToHex, type Output } from '@bitauth/libauth';
import {
  createVaultContract,
  decodeVaultState,
  lastPushOf,
  readVaultScript,
  type Network,
  type VaultContract,
} from '@weir/covenants';
import type { SpendsVault } from '../effects.types.js';
import type { Draft } from '../request/signing-request.js';
import { type Ledger, lockKey, type Part } from './ledger.js';

/** Finds the vault whose coin is input 0, by the script that the input shows; undefined where it is none. */
export const findVault = ({ spent: [first] }: Draft, network: Network): VaultContract | undefined => {
  const script = first && lastPushOf(first.unlockingBytecode);
  const parameters = script && readVaultScript(script);
  if (first === undefined || parameters === undefined) return undefined;
  const contract = createVaultContract(parameters, network);
  return binsAreEqual(contract.lockingBytecode, first.lockingBytecode) ? contract : undefined;
};

/** Whether an output carries the state of a vault, which changes with each spend and ends with the vault. */
const isState = ({ token }: Pick<Output, 'token'>): boolean =>
  token?.nft?.capability === 'mutable' && decodeVaultState(binToHex(token.nft.commitment)) !== undefined;

const addTokens = (ledger: Ledger, sums: Map<string, bigint>, { token }: Pick<Output, 'token'>): void => {
  if (token === undefined || token.amount === 0n) return;
  const category = ledger.categoryOf(token);
  sums.set(category, (sums.get(category) ?? 0n) + token.amount);
};

/** Returns the parts of the coin at place 0, whose state its covenant counts on. */
const partsWithState = (ledger: Ledger, output: Output, reason: 'COIN' | 'CHANGE'): readonly Part[] =>
  ledger.allOf(output, 'VAULT', reason).map((part) => (isState(output) ? { ...part, nft: 'STATE' as const } : part));

/**
 * Posts the coins of a vault that a transaction spends. All of them follow input 0, by the covenant's own rule; what returns to
 * the address of the vault is its change.
 */
export const readVault = (ledger: Ledger, { lockingBytecode, address }: VaultContract): SpendsVault => {
  const { spent, transaction } = ledger.draft;
  const key = lockKey(lockingBytecode);
  let [balance, left, stays] = [0n, 0n, false];
  const before = new Map<string, bigint>();
  const after = new Map<string, bigint>();
  for (const [index, coin] of spent.entries())
    if (lockKey(coin.lockingBytecode) === key) {
      ledger.input(index, index === 0 ? partsWithState(ledger, coin, 'COIN') : ledger.allOf(coin, 'VAULT', 'COIN'));
      balance += coin.valueSatoshis;
      addTokens(ledger, before, coin);
    }
  const [state] = spent;
  const hasState = state !== undefined && isState(state);
  for (const [index, output] of transaction.outputs.entries())
    if (lockKey(output.lockingBytecode) === key) {
      const parts =
        hasState && index === 0 ? partsWithState(ledger, output, 'CHANGE') : ledger.allOf(output, 'VAULT', 'CHANGE');
      if (ledger.isOpen(index)) ledger.output(index, parts);
      left += output.valueSatoshis;
      addTokens(ledger, after, output);
      stays = true;
    }
  // Units of the state's own category end with it, and would be lost: they have to leave the vault before.
  if (!stays && hasState && state.token !== undefined) ledger.burnt(ledger.categoryOf(state.token), 0n);
  return {
    kind: 'SPENDS_VAULT',
    vault: address,
    closes: !stays,
    spent: balance - left,
    left,
    tokens: [...new Set([...before.keys(), ...after.keys()])].map((category) => {
      const stayed = after.get(category) ?? 0n;
      return { category, spent: (before.get(category) ?? 0n) - stayed, left: stayed };
    }),
  };
};
