import { setTimeout as sleep } from 'node:timers/promises';
import { binsAreEqual, hash160, hexToBin } from '@bitauth/libauth';
import {
  createVaultContract,
  findRosterDeployment,
  findVaultDeployment,
  isRosterContract,
  isRosterState,
  type Network,
  outpointKey,
  outpointOf,
  parseAddress,
  parseParty,
  type PublicKeyHash,
  readRosterTransition,
  readVaultTransition,
  type RosterContract,
  sameOutpoint,
  sortHoldings,
  type TreasuryCoin,
  type TreasuryContract,
  type VaultCoin,
  type VaultContract,
} from '@weir/covenants';
import { type ChainTransaction, HistoryHiddenError, scriptHashOf, type UnspentOutput } from '@weir/infra/electrum';
import { readScript, type RecoverContext } from '../chain/open-chain.js';
import { byFirstInput } from '../find/instance.js';
import { notFound, usage, wrongAddress } from '../recover-error.js';

/** What the owners of a vault have to keep: nothing on the chain reveals it. Of a roster the chain shows all but its address. */
export type VaultTerms = KeptTerms | RosterName;

/** A roster, by its address or by the transaction of its first deposit. */
export interface RosterName {
  readonly roster: string;
}

interface KeptTerms {
  /** Addresses or public keys (hex) of the three signers, in any order. */
  readonly signers: readonly string[];
  /** 16 bytes as hex, or the vault's id, which begins with them. */
  readonly nonce: string;
}

const PUBLIC_KEY = /^0[23][0-9a-f]{64}$/i;
const NONCE = /^(?:[0-9a-f]{32}|[0-9a-f]{64})$/i;
const NONCE_DIGITS = 32;
const TXID = /^[0-9a-f]{64}$/i;

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
 * Returns the key hash of a signer, who is named by an address or a public key (hex).
 *
 * @throws RecoverError USAGE
 */
export const parseSigner = (text: string, network: Network): PublicKeyHash => {
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
const possibleVaults = ({ signers, nonce }: KeptTerms, network: Network): VaultContract[] => {
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
  readonly contract: TreasuryContract;
  /** The current state, followed from the first deposit; undefined before the first deposit and after a close. */
  readonly state: TreasuryCoin | undefined;
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
  readonly state: TreasuryCoin | undefined;
  readonly spends: number;
}

/** Finds the state that a transaction begins a treasury with, its genesis checked. */
const firstState = (contract: TreasuryContract, { txid, transaction }: ChainTransaction): TreasuryCoin | undefined => {
  if (!isRosterContract(contract)) {
    const found = findVaultDeployment(contract, txid, transaction);
    return found.ok ? found.coin : undefined;
  }
  const found = findRosterDeployment(contract.network, txid, transaction);
  return found.ok && found.contract.address === contract.address ? found.coin : undefined;
};

/** Reads the step by which a transaction spends a state; undefined where it does not. */
const stepOf = (
  contract: TreasuryContract,
  state: TreasuryCoin,
  { txid, transaction }: ChainTransaction,
): { readonly next: TreasuryCoin | undefined } | undefined => {
  if (!isRosterContract(contract))
    return isRosterState(state) ? undefined : readVaultTransition(contract, state, txid, transaction);
  return isRosterState(state) ? readRosterTransition(contract, state, txid, transaction) : undefined;
};

/** Lists transactions by each output that they spend: a step of a recovery spends the state of a roster at input 1. */
const byEachInput = (transactions: readonly ChainTransaction[]): ReadonlyMap<string, ChainTransaction> =>
  new Map(
    transactions.flatMap((each) =>
      each.transaction.inputs.map((input) => [outpointKey(outpointOf(input)), each] as const),
    ),
  );

/** Follows the first deposit whose lineage is still live, or else the very first, up to its current state. */
const follow = (contract: TreasuryContract, transactions: readonly ChainTransaction[]): Lineage => {
  const spenders = isRosterContract(contract) ? byEachInput(transactions) : byFirstInput(transactions);
  const lineages = transactions.flatMap((first): Lineage[] => {
    const begun = firstState(contract, first);
    if (begun === undefined) return [];
    let state: TreasuryCoin | undefined = begun;
    let spends = 0;
    const steps: ChainTransaction[] = [];
    while (state !== undefined) {
      const spender: ChainTransaction | undefined = spenders.get(outpointKey(state.outpoint));
      const step: ReturnType<typeof stepOf> = spender && stepOf(contract, state, spender);
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
  contract: TreasuryContract,
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
 * Finds the roster that is named: its first deposit is in the history of its address, and its state says who signs.
 *
 * @throws RecoverError USAGE, NOT_FOUND
 */
const rosterNamed = async ({ roster }: RosterName, context: RecoverContext): Promise<RosterContract> => {
  const { network, chain } = context;
  if (TXID.test(roster)) {
    const { txid, transaction } = await chain.transaction(roster.toLowerCase());
    const found = findRosterDeployment(network, txid, transaction);
    if (found.ok) return found.contract;
    throw notFound(`This transaction begins no treasury whose signers can be exchanged: ${found.problem}`);
  }
  const parsed = parseParty(roster, network);
  if (!parsed.ok) throw wrongAddress(roster, network, 'neither an address nor the txid of a first deposit');
  const transactions = await readScript(parsed.party, 'the treasury', [], context);
  for (const { txid, transaction } of transactions) {
    const found = findRosterDeployment(network, txid, transaction);
    if (found.ok && binsAreEqual(found.contract.lockingBytecode, parsed.party)) return found.contract;
  }
  throw notFound('No treasury whose signers can be exchanged was ever opened at this address');
};

/**
 * Finds the vault of three signers and a nonce, given in any order, or the roster that is named.
 *
 * @throws RecoverError USAGE; NOT_FOUND if no order was ever used
 * @throws HistoryHiddenError, ChainUnavailableError
 */
export const readVault = async (terms: VaultTerms, context: RecoverContext): Promise<FoundVault> => {
  if ('roster' in terms) {
    const roster = await readVaultOf(await rosterNamed(terms, context), context);
    if (roster !== undefined) return roster;
    throw notFound('The servers show nothing at the address of this treasury');
  }
  for (const contract of possibleVaults(terms, context.network)) {
    const found = await readVaultOf(contract, context);
    if (found !== undefined) return found;
  }
  throw notFound(
    'No vault of these signers and this nonce was ever used, in any order: check each of them, and the network',
  );
};
