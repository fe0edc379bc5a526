import { setTimeout as sleep } from 'node:timers/promises';
import {
  findVaultDeployment,
  readVaultTransition,
  sameOutpoint,
  sortHoldings,
  type Outpoint,
  type VaultCoin,
  type VaultContract,
  type VaultTransition,
} from '@weir/covenants';
import { HistoryHiddenError, scriptHashOf, type ChainTransaction, type UnspentOutput } from '@weir/infra/electrum';
import type { RecoverContext } from '../chain/open-chain.js';
import { readScript } from '../chain/read-script.js';
import { byFirstInput } from '../find/instance.js';
import { notFound } from '../recover-error.js';
import { possibleVaults, type VaultTerms } from './vault-terms.js';

/** A vault in its current state. */
export interface FoundVault {
  readonly contract: VaultContract;
  /** The current state, followed from the first deposit; undefined before the first deposit and after a close. */
  readonly state: VaultCoin | undefined;
  /** Number of spends the state went through, a close included. */
  readonly spends: number;
  readonly coins: readonly UnspentOutput[];
  /** Coins that look like states but are not of this lineage. */
  readonly otherStates: readonly VaultCoin[];
}

const ATTEMPTS = 4;
/** Milliseconds between two attempts. */
const PAUSE = 300;

const keyOf = ({ txid, vout }: Outpoint): string => `${txid}:${vout}`;

interface Lineage {
  readonly state: VaultCoin | undefined;
  readonly spends: number;
}

/** Follows the first deposit whose lineage is still live, or else the very first, up to its current state. */
const follow = (contract: VaultContract, transactions: readonly ChainTransaction[]): Lineage => {
  const spenders = byFirstInput(transactions);
  const lineages = transactions.flatMap(({ txid, transaction }): Lineage[] => {
    const found = findVaultDeployment(contract, txid, transaction);
    if (!found.ok) return [];
    let state: VaultCoin | undefined = found.coin;
    let spends = 0;
    while (state !== undefined) {
      const spender: ChainTransaction | undefined = spenders.get(keyOf(state.outpoint));
      const step: VaultTransition | undefined =
        spender && readVaultTransition(contract, state, spender.txid, spender.transaction);
      if (step === undefined) break;
      state = step.next;
      spends += 1;
    }
    return [{ state, spends }];
  });
  return lineages.find(({ state }) => state !== undefined) ?? lineages[0] ?? { state: undefined, spends: 0 };
};

/**
 * Reads a vault; undefined if it was never used.
 *
 * @throws HistoryHiddenError, ChainUnavailableError
 */
export const readVaultOf = async (
  contract: VaultContract,
  context: RecoverContext,
): Promise<FoundVault | undefined> => {
  for (let attempt = 1; ; attempt += 1) {
    const transactions = await readScript(contract.lockingBytecode, 'the vault', [], context);
    if (transactions.length === 0) return undefined;
    const lineage = follow(contract, transactions);
    const coins = await context.chain.unspent(contract.lockingBytecode);
    const { state } = lineage;
    if (state === undefined || coins.some((coin) => sameOutpoint(coin, state.outpoint)))
      return { contract, ...lineage, coins, otherStates: sortHoldings({ state, coins }).otherStates };
    if (attempt === ATTEMPTS) throw new HistoryHiddenError(scriptHashOf(contract.lockingBytecode));
    await sleep(PAUSE);
  }
};

/**
 * Finds the vault of three signers and a nonce, in whichever order they were given.
 *
 * @throws RecoverError USAGE; NOT_FOUND if no order was ever used
 * @throws HistoryHiddenError, ChainUnavailableError
 */
export const readVault = async (terms: VaultTerms, context: RecoverContext): Promise<FoundVault> => {
  for (const contract of possibleVaults(terms, context.network)) {
    const found = await readVaultOf(contract, context);
    if (found !== undefined) return found;
  }
  throw notFound(
    'No vault of these signers and this nonce was ever used, in whatever order: is each of them right, and the network?',
  );
};
