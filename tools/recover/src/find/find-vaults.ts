import { binsAreEqual, binToHex, hash160, type Input, type Output } from '@bitauth/libauth';
import {
  createVaultContract,
  decodeVaultState,
  lastPushOf,
  partyParts,
  findRosterDeployment,
  readVaultScript,
  type Party,
  type PublicKeyHash,
  type TreasuryContract,
  type VaultContract,
} from '@weir/covenants';
import { HistoryHiddenError, type ChainTransaction } from '@weir/infra/electrum';
import { readScript, type RecoverContext } from '../chain/open-chain.js';

/**
 * The vaults related to an address, as far as the chain reveals them: a vault announces nothing, but every spend
 * shows its script.
 */
export interface FoundVaults {
  /** Vaults the address is a signer of, and rosters that are opened in its history. */
  readonly signed: readonly TreasuryContract[];
  /**
   * Addresses to which it made what looks like a vault's first deposit, and which never spent: their signers are
   * unknown.
   */
  readonly unspent: readonly Uint8Array[];
}

const spentVaults = (transactions: readonly ChainTransaction[], { network }: RecoverContext): VaultContract[] => {
  const found = new Map<string, VaultContract>();
  for (const { unlockingBytecode } of transactions.flatMap(({ transaction }) => transaction.inputs)) {
    const script = lastPushOf(unlockingBytecode);
    const parameters = script && readVaultScript(script);
    if (script !== undefined && parameters !== undefined && !found.has(binToHex(script)))
      found.set(binToHex(script), createVaultContract(parameters, network));
  }
  return [...found.values()];
};

/** Returns the rosters that transactions open, their genesis checked. */
const openedRosters = (transactions: readonly ChainTransaction[], { network }: RecoverContext): TreasuryContract[] =>
  transactions.flatMap(({ txid, transaction }) => {
    const found = findRosterDeployment(network, txid, transaction);
    return found.ok ? [found.contract] : [];
  });

/** Whether an input spends the P2PKH output of a key: its unlocking bytecode ends with the public key. */
const isOf =
  (holder: PublicKeyHash) =>
  ({ unlockingBytecode }: Input): boolean => {
    const key = lastPushOf(unlockingBytecode);
    return key?.length === 33 && binsAreEqual(hash160(key), holder);
  };

const isFirstDeposit = ({ token }: Output): boolean =>
  token?.nft?.capability === 'mutable' && decodeVaultState(binToHex(token.nft.commitment))?.spends === 0;

/**
 * Returns the scripts to which the holder made what looks like a first deposit. Payments by others do not count: they
 * could make this read scripts without end.
 */
const depositsOf = (transactions: readonly ChainTransaction[], holder: PublicKeyHash): Uint8Array[] => {
  const own = transactions.filter(({ transaction }) => transaction.inputs.some(isOf(holder)));
  const scripts = own.flatMap(({ transaction }) =>
    transaction.outputs.filter(isFirstDeposit).map(({ lockingBytecode }) => lockingBytecode),
  );
  return [...new Map(scripts.map((script) => [binToHex(script), script])).values()];
};

/** Reads the vault at a script from its spends; undefined if there are none, or no server shows them. */
const vaultAt = async (script: Uint8Array, context: RecoverContext): Promise<VaultContract | undefined> => {
  const transactions = await readScript(script, 'a vault', [], context).catch((error: unknown) => {
    if (error instanceof HistoryHiddenError) return [];
    throw error;
  });
  return spentVaults(transactions, context).find(({ lockingBytecode }) => binsAreEqual(lockingBytecode, script));
};

/**
 * Finds vaults in an address's history: those that paid it, and those it opened.
 *
 * @throws ChainUnavailableError
 */
export const findVaults = async (
  transactions: readonly ChainTransaction[],
  party: Party,
  context: RecoverContext,
): Promise<FoundVaults> => {
  const parts = partyParts(party);
  // Only keys can be signers of vaults.
  if (parts?.kind !== 'P2PKH') return { signed: [], unspent: [] };
  const holder = parts.hash;
  const found = spentVaults(transactions, context);
  const unspent: Uint8Array[] = [];
  for (const script of depositsOf(transactions, holder)) {
    if (found.some(({ lockingBytecode }) => binsAreEqual(lockingBytecode, script))) continue;
    const vault = await vaultAt(script, context);
    if (vault === undefined) unspent.push(script);
    else found.push(vault);
  }
  return {
    signed: [
      ...found.filter(({ parameters }) => parameters.signers.some((signer) => binsAreEqual(signer, holder))),
      ...openedRosters(transactions, context),
    ],
    unspent,
  };
};
