import { binsAreEqual, binToHex, type Output } from '@bitauth/libauth';
import {
  createVaultContract,
  decodeVaultState,
  lastPushOf,
  readVaultScript,
  type Network,
  type PublicKeyHash,
} from '@weir/covenants';
import type { SpendsVault } from '../effects.types.js';
import type { Draft } from '../request/signing-request.js';
import { type Ledger, lockKey, type Part } from './ledger.js';
import { findSpentRoster, type SpentRoster } from './read-rosters.js';
import type { StandIns } from './run-contracts.js';

/** The treasury whose coin is input 0. */
export interface Treasury {
  readonly network: Network;
  readonly address: string;
  readonly lockingBytecode: Uint8Array;
  /** Who signs for what it opens, in their order: of a roster the next signers. */
  readonly signers: readonly PublicKeyHash[];
  /** Whether an output carries its state, which changes with each spend. */
  readonly isState: (output: Pick<Output, 'token'>) => boolean;
  /** Lists whose keys its contract may see, of a wallet that holds these keys. */
  readonly standInsOf: (held: readonly PublicKeyHash[]) => readonly StandIns[];
  /** Of a roster: its members before and after the transaction. */
  readonly roster?: SpentRoster;
}

const findVault = ({ spent: [first] }: Draft, network: Network): Treasury | undefined => {
  const script = first && lastPushOf(first.unlockingBytecode);
  const parameters = script && readVaultScript(script);
  if (first === undefined || parameters === undefined) return undefined;
  const { lockingBytecode, address } = createVaultContract(parameters, network);
  if (!binsAreEqual(lockingBytecode, first.lockingBytecode)) return undefined;
  const { signers } = parameters;
  return {
    network,
    address,
    lockingBytecode,
    signers,
    // The state ends with the vault.
    isState: ({ token }) =>
      token?.nft?.capability === 'mutable' && decodeVaultState(binToHex(token.nft.commitment)) !== undefined,
    standInsOf: (held) =>
      held
        .flatMap((hash) => signers.filter((signer) => binsAreEqual(hash, signer)))
        .flatMap((own) => signers.filter((signer) => signer !== own).map((other) => ({ own, other }))),
  };
};

/**
 * Finds the treasury whose coin is input 0: a vault by the script that the input shows, a roster by its state. Undefined where it is
 * neither.
 *
 * @throws Difference OTHER_TERMS for a roster whose next state is not one that two signers may make
 */
export const findTreasury = (draft: Draft, network: Network): Treasury | undefined => {
  const vault = findVault(draft, network);
  if (vault !== undefined) return vault;
  const roster = findSpentRoster(draft, network);
  if (roster === undefined) return undefined;
  const { contract, next, standInsOf } = roster;
  return {
    network,
    address: contract.address,
    lockingBytecode: contract.lockingBytecode,
    signers: next.signers,
    isState: ({ token }) => token?.nft !== undefined && binToHex(token.category) === contract.category,
    standInsOf,
    roster,
  };
};

const addTokens = (ledger: Ledger, sums: Map<string, bigint>, { token }: Pick<Output, 'token'>): void => {
  if (token === undefined || token.amount === 0n) return;
  const category = ledger.categoryOf(token);
  sums.set(category, (sums.get(category) ?? 0n) + token.amount);
};

/** Returns the parts of the coin at place 0, whose state its covenant counts on. */
const partsWithState = (
  ledger: Ledger,
  { isState }: Treasury,
  output: Output,
  reason: 'COIN' | 'CHANGE',
): readonly Part[] =>
  ledger.allOf(output, 'VAULT', reason).map((part) => (isState(output) ? { ...part, nft: 'STATE' as const } : part));

/**
 * Posts the coins of a treasury that a transaction spends. All of them follow input 0, by the covenant's own rule; what returns to
 * the address of the treasury is its change.
 */
export const readVault = (ledger: Ledger, treasury: Treasury): SpendsVault => {
  const { lockingBytecode, address, isState, roster } = treasury;
  const { spent, transaction } = ledger.draft;
  const key = lockKey(lockingBytecode);
  let [balance, left, stays] = [0n, 0n, false];
  const before = new Map<string, bigint>();
  const after = new Map<string, bigint>();
  for (const [index, coin] of spent.entries())
    if (lockKey(coin.lockingBytecode) === key) {
      const parts = index === 0 ? partsWithState(ledger, treasury, coin, 'COIN') : ledger.allOf(coin, 'VAULT', 'COIN');
      ledger.input(index, parts);
      balance += coin.valueSatoshis;
      addTokens(ledger, before, coin);
    }
  const [state] = spent;
  const hasState = state !== undefined && isState(state);
  for (const [index, output] of transaction.outputs.entries())
    if (lockKey(output.lockingBytecode) === key) {
      const parts =
        hasState && index === 0
          ? partsWithState(ledger, treasury, output, 'CHANGE')
          : ledger.allOf(output, 'VAULT', 'CHANGE');
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
    stopsRecovery: roster?.now.status === 'recovering',
  };
};
