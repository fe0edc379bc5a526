import type {
  ChainReader,
  ChainTransaction,
  DepositChanges,
  TransitionRecord,
  UnspentOutput,
  VaultRecord,
} from '@weir/infra';
import type { VaultContext } from '../vault-context.js';
import { checkProposals, type ProposalsCheck } from './check-proposals.js';
import { checkRecorded, type RecordedCheck } from './check-recorded.js';
import { findDeposits } from './find-deposits.js';
import { balanceOf, readHoldings } from './read-holdings.js';
import { stateAfter, stepsForward, type VaultStep } from './vault-lineage.js';

/** What the chain shows of a vault. Coins and proposals are read once the lineage has no news. */
export interface VaultObservation {
  readonly recorded: readonly TransitionRecord[];
  readonly check: RecordedCheck;
  readonly steps: readonly VaultStep[];
  /** What lies at the address after the steps, satoshis; undefined where a step is gone. */
  readonly balance: bigint | undefined;
  readonly settled:
    | {
        readonly coins: readonly UnspentOutput[];
        readonly proposals: ProposalsCheck;
        readonly deposits: DepositChanges;
      }
    | undefined;
}

/**
 * Reads the balance of a vault's address after some steps. It is stored with the steps, so that no reader sees a state beside the
 * balance of another.
 *
 * @param steps from the record's state on
 * @param known transactions that may be newer than the servers' index, beside the steps
 * @returns satoshis
 * @throws ChainUnavailableError
 */
export const balanceAfter = async (
  vault: VaultRecord,
  steps: readonly VaultStep[],
  known: readonly ChainTransaction[],
  chain: ChainReader,
): Promise<bigint> => {
  const transactions = [...known, ...steps.map(({ transaction }) => transaction)];
  return balanceOf(await readHoldings({ ...vault, state: stateAfter(vault, steps) }, transactions, chain));
};

/**
 * Reads the chain for a vault, without any lock.
 *
 * @param known transactions that may be newer than the servers' index
 * @throws ChainUnavailableError
 */
export const lookAtVault = async (
  context: VaultContext,
  vault: VaultRecord,
  known: readonly ChainTransaction[],
): Promise<VaultObservation> => {
  const { chain, vaults } = context;
  const recorded = await vaults.transitionsOf(vault.id);
  const check = await checkRecorded(vault, recorded, chain);
  const steps = check.lost ? [] : await stepsForward(context, vault);
  if (check.lost) return { recorded, check, steps, balance: undefined, settled: undefined };
  if (steps.length > 0) {
    const balance = await balanceAfter(vault, steps, known, chain);
    return { recorded, check, steps, balance, settled: undefined };
  }
  const [coins, unsettled] = await Promise.all([
    readHoldings(vault, known, chain),
    vaults.unsettledProposals(vault.id),
  ]);
  return {
    recorded,
    check,
    steps,
    balance: balanceOf(coins),
    settled: {
      coins,
      proposals: await checkProposals(vault, unsettled, { coins, recorded }, chain),
      deposits: await findDeposits(context, vault, coins, recorded),
    },
  };
};

/** Whether everything that was found is recorded already. */
export const isOldNews = ({ recorded, check, settled }: VaultObservation, vault: VaultRecord): boolean => {
  if (check.lost || settled === undefined) return false;
  const { spenders, gone, executions } = settled.proposals;
  const { deposits } = settled;
  if (deposits.found.length + deposits.gone.length + deposits.final.length > 0) return false;
  if (spenders.length + gone.length + executions.size > 0 || balanceOf(settled.coins) !== vault.currentBalance)
    return false;
  const { last } = check;
  return last === undefined || (last.finality !== 'final' && recorded.at(-1)?.block?.hash === last.blockHash);
};
