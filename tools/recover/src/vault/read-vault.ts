import { setTimeout as sleep } from 'node:timers/promises';
import { hash160, hexToBin } from '@bitauth/libauth';
import {
  createVaultContract,
  findVaultDeployment,
  type Network,
  outpointKey,
  parseAddress,
  type PublicKeyHash,
  readVaultTransition,
  sameOutpoint,
  sortHoldings,
  type VaultCoin,
  type VaultContract,
  type VaultTransition,
} from '@weir/covenants';
import { type ChainTransaction, HistoryHiddenError, scriptHashOf, type UnspentOutput } from '@weir/infra/electrum';
import { readScript, type RecoverContext } from '../chain/open-chain.js';
import { byFirstInput } from '../find/instance.js';
import { notFound, usage, wrongAddress } from '../recover-error.js';

/** What the owners of a vault have to keep: nothing on the chain reveals it. */
export interface VaultTerms {
  /** Addresses or public keys (hex) of the three signers, in any order. */
  readonly signers: readonly string[];
  /** 16 bytes as hex, or the vault's id, which begins with them. */
  readonly nonce: string;
}

const PUBLIC_KEY = /^0[23][0-9a-f]{64}$/i;
const NONCE = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i;
const NONCE_DIGITS = 32;

/** All orders of three signers. The one a vault was made with is part of its address. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
] as const;

/**
 * Returns the key hash of a signer.
 * @throws RecoverError USAGE
 */
const parseSigner = (text: string, network: Network): PublicKeyHash => {
  if (PUBLIC_KEY.test(text)) return hash160(hexToBin(text));
  const parsed = parseAddress(text, network);
  if (parsed.ok) return parsed.hash;
  throw wrongAddress(text, network, 'neither an address nor a compressed public key');
};

/**
 * Returns the vaults that three signers and a nonce may have made: one for each order of the signers, the given order
 * first.
 *
 * @throws RecoverError USAGE
 */
const possibleVaults = ({ signers, nonce }: VaultTerms, network: Network): VaultContract[] => {
  const [first, second, third, ...more] = signers.map((signer) => parseSigner(signer, network));
  if (first === undefined || second === undefined || third === undefined || more.length > 0)
    throw usage('A vault has three signers: give --signer three times');
  if (!NONCE.test(nonce)) throw usage("--nonce is the vault's nonce (32 hex digits), or its vaultId (64)");
  const hashes = [first, second, third] as const;
  try {
    return ORDERS.map(([a, b, c]) =>
      createVaultContract(
        { signers: [hashes[a], hashes[b], hashes[c]], nonce: hexToBin(nonce.slice(0, NONCE_DIGITS)) },
        network,
      ),
    );
  } catch (error) {
    if (error instanceof RangeError) throw usage('The three signers must be different');
    throw error;
  }
};

export interface FoundVault {
  readonly contract: VaultContract;
  /** The current state, followed from the first deposit; undefined before the first deposit and after a close. */
  readonly state: VaultCoin | undefined;
  /** Number of spends the state went through, a close included. */
  readonly spends: number;
  /** Those of its state's lineage, by which two signers agreed. */
  readonly transactions: readonly ChainTransaction[];
  readonly coins: readonly UnspentOutput[];
  /** Coins that look like states but are not of this lineage. */
  readonly otherStates: readonly VaultCoin[];
}

const ATTEMPTS = 4;
/** Milliseconds between two attempts. */
const PAUSE = 300;

interface Lineage {
  readonly transactions: readonly ChainTransaction[];
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
    const steps: ChainTransaction[] = [];
    while (state !== undefined) {
      const spender: ChainTransaction | undefined = spenders.get(outpointKey(state.outpoint));
      const step: VaultTransition | undefined =
        spender && readVaultTransition(contract, state, spender.txid, spender.transaction);
      if (step === undefined || spender === undefined) break;
      steps.push(spender);
      state = step.next;
      spends += 1;
    }
    return [{ state, spends, transactions: steps }];
  });
  return (
    lineages.find(({ state }) => state !== undefined) ??
    lineages[0] ?? { state: undefined, spends: 0, transactions: [] }
  );
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
 * Finds the vault of three signers and a nonce, given in any order.
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
    'No vault of these signers and this nonce was ever used, in any order: check each of them, and the network',
  );
};
