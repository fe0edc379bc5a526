import { binsAreEqual, hexToBin } from '@bitauth/libauth';
import { outpointKey } from '@weir/covenants';
import {
  type ChainReader,
  type ChainTransaction,
  HistoryHiddenError,
  type Outpoint,
  type ProposalRecord,
  spenderOf,
  type TransitionRecord,
  type UnspentOutput,
  type VaultRecord,
  findTransaction,
} from '@weir/infra';
import { type BuiltInput, builtInputs } from '../built-transaction.js';

/** What the chain shows of a vault's proposals, beside the lineage of its state. */
export interface ProposalsCheck {
  /** Transactions that spent coins of proposals. */
  readonly spenders: readonly ChainTransaction[];
  /** Coins of proposals that no longer exist and were not spent. */
  readonly gone: readonly Outpoint[];
  /** Executions that are not a transition of the vault, by hash, as they are now; undefined where gone. */
  readonly executions: ReadonlyMap<string, ChainTransaction | undefined>;
}

/** What is known before proposals are looked at. */
interface Known {
  /** What is at the address. */
  readonly coins: readonly UnspentOutput[];
  /** The vault's transitions. */
  readonly recorded: readonly TransitionRecord[];
}

/** Whether a proposal can still be signed or executed. */
export const isOpen = ({ status }: ProposalRecord): boolean => status === 'PENDING' || status === 'APPROVED';

/**
 * Finds coins of open proposals that are no longer known to be unspent: the vault's own by the coins at its address, streams it
 * would move by asking for each, many in one round trip.
 */
const missingCoins = async (
  vault: VaultRecord,
  proposals: readonly ProposalRecord[],
  { coins }: Known,
  chain: ChainReader,
): Promise<BuiltInput[]> => {
  const here = hexToBin(vault.lockingBytecode);
  const there = new Set(coins.map(outpointKey));
  const needed = proposals.filter(isOpen).flatMap(builtInputs);
  const missing = [...new Map(needed.map((coin) => [outpointKey(coin), coin])).values()].filter(
    (coin) => !there.has(outpointKey(coin)),
  );
  const elsewhere = missing.filter(({ lockingBytecode }) => !binsAreEqual(lockingBytecode, here));
  const unspent = elsewhere.length === 0 ? [] : await chain.areUnspent(elsewhere);
  const still = new Set(elsewhere.filter((_, index) => unspent[index] === true));
  return missing.filter((coin) => !still.has(coin));
};

/** Executions that may still be rolled back, those of the vault's own lineage aside: its transitions report them. */
const looseExecutions = (proposals: readonly ProposalRecord[], { recorded }: Known): string[] => {
  const steps = new Set(recorded.map(({ txHash }) => txHash));
  return proposals.flatMap(({ execution }) =>
    execution === null || execution.final || steps.has(execution.txHash) ? [] : [execution.txHash],
  );
};

/**
 * What spends a coin; `gone` where no server has the transaction that made it. Its script's history may be hidden then, or empty
 * although there was one.
 */
const fateOf = async (coin: BuiltInput, chain: ChainReader): Promise<ChainTransaction | 'gone' | undefined> => {
  const isGone = async (): Promise<boolean> => (await findTransaction(chain, coin.txid)) === undefined;
  try {
    return (await spenderOf(chain, coin, coin.lockingBytecode)) ?? ((await isGone()) ? 'gone' : undefined);
  } catch (error) {
    if (error instanceof HistoryHiddenError && (await isGone())) return 'gone';
    throw error;
  }
};

/**
 * Checks the coins of open proposals, and executions that may be rolled back. The servers' index may lag: a coin counts
 * as spent only with the transaction that spends it, as gone only when no server has it.
 *
 * @throws ChainUnavailableError
 */
export const checkProposals = async (
  vault: VaultRecord,
  proposals: readonly ProposalRecord[],
  known: Known,
  chain: ChainReader,
): Promise<ProposalsCheck> => {
  const spenders = new Map<string, ChainTransaction>();
  const gone: Outpoint[] = [];
  for (const coin of await missingCoins(vault, proposals, known, chain)) {
    const fate = await fateOf(coin, chain);
    if (fate === 'gone') gone.push(coin);
    else if (fate !== undefined) spenders.set(fate.txid, fate);
  }
  const executions = new Map<string, ChainTransaction | undefined>();
  for (const txHash of looseExecutions(proposals, known)) executions.set(txHash, await findTransaction(chain, txHash));
  return { spenders: [...spenders.values()], gone, executions };
};
