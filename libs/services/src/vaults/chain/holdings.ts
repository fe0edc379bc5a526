import { binsAreEqual, hexToBin } from '@bitauth/libauth';
import { outpointKey, vaultUtxo } from '@weir/covenants';
import {
  type ChainReader,
  type ChainTransaction,
  type DepositChanges,
  type Outpoint,
  toUnspent,
  type TransitionRecord,
  type UnspentOutput,
  type VaultRecord,
  findTransaction,
} from '@weir/infra';
import { FINAL_DEPTH } from '../../shared/chain-time.js';
import { toVaultCoin } from '../../shared/vaults/stored-vault.js';
import { spentBy } from '../transaction-digest.js';
import type { VaultContext } from '../vault-context.js';
import { checkProposals, type ProposalsCheck } from './check-proposals.js';
import { stateAfter, type VaultStep } from './vault-lineage.js';

const outputsAt = ({ txid, transaction }: ChainTransaction, lockingBytecode: Uint8Array): UnspentOutput[] =>
  transaction.outputs.flatMap((output, vout) =>
    binsAreEqual(output.lockingBytecode, lockingBytecode) ? [toUnspent(txid, vout, output)] : [],
  );

/** Outputs of transactions that the servers' index does not show yet: it lags behind the mempool by up to two seconds. */
const unindexed = async (
  chain: ChainReader,
  lockingBytecode: Uint8Array,
  listed: readonly UnspentOutput[],
  known: readonly ChainTransaction[],
): Promise<UnspentOutput[]> => {
  const shown = new Set(listed.map(({ txid }) => txid));
  const hidden = known.filter(
    (transaction) => !shown.has(transaction.txid) && outputsAt(transaction, lockingBytecode).length > 0,
  );
  if (hidden.length === 0) return [];
  const history = new Set((await chain.history(lockingBytecode)).map(({ txid }) => txid));
  return hidden
    .filter(({ txid }) => !history.has(txid))
    .flatMap((transaction) => outputsAt(transaction, lockingBytecode));
};

/**
 * Reads the coins at a vault's address: those the servers list, corrected by transactions that are known to exist. The state is
 * the record's, which was found by its lineage.
 *
 * @param known transactions on the chain, or in the mempool, that may be newer than the index
 * @throws ChainUnavailableError
 */
const readHoldings = async (
  { state, lockingBytecode }: VaultRecord,
  known: readonly ChainTransaction[],
  chain: ChainReader,
): Promise<UnspentOutput[]> => {
  const here = hexToBin(lockingBytecode);
  const listed = await chain.unspent(here);
  const own = state === null ? [] : [{ ...vaultUtxo(toVaultCoin(state)), height: 0 }];
  const coins = new Map(
    [...own, ...(await unindexed(chain, here, listed, known)), ...listed].map((coin) => [outpointKey(coin), coin]),
  );
  for (const { transaction } of known) for (const spent of spentBy(transaction)) coins.delete(outpointKey(spent));
  return [...coins.values()];
};

/** Returns the sum of coins, satoshis. */
const balanceOf = (coins: readonly UnspentOutput[]): bigint => coins.reduce((sum, { satoshis }) => sum + satoshis, 0n);

/** How many deposits one look records; the next look finds the rest. */
const AT_ONCE = 2_000;

const isBuried = ({ height = 0 }: { readonly height?: number | undefined }, tip: number): boolean =>
  height > 0 && tip - height >= FINAL_DEPTH;

/** Judges a coin that no longer exists: it was spent, or its transaction is gone. */
const judge = async (
  { chain }: VaultContext,
  unfinal: readonly Outpoint[],
  listed: ReadonlyMap<string, UnspentOutput>,
): Promise<Pick<DepositChanges, 'gone' | 'final'>> => {
  const [gone, final]: [Outpoint[], Outpoint[]] = [[], []];
  if (unfinal.length === 0) return { gone, final };
  const { height: tip } = await chain.tip();
  for (const deposit of unfinal) {
    const seen = listed.get(outpointKey(deposit)) ?? (await findTransaction(chain, deposit.txid));
    if (seen === undefined) gone.push(deposit);
    else if (isBuried(seen, tip)) final.push(deposit);
  }
  return { gone, final };
};

/**
 * Finds deposits to a vault that are not recorded yet, and recorded ones that the chain dropped: coins at its address
 * that are neither its state nor change of its own steps.
 *
 * @throws ChainUnavailableError
 */
const findDeposits = async (
  context: VaultContext,
  { id, state }: VaultRecord,
  coins: readonly UnspentOutput[],
  recorded: readonly TransitionRecord[],
): Promise<DepositChanges> => {
  const steps = new Set(recorded.filter(({ spent }) => spent !== null).map(({ txHash }) => txHash));
  const paid = coins.filter(
    (coin) => !steps.has(coin.txid) && (state === null || outpointKey(coin) !== outpointKey(state)),
  );
  const { isKnown, unfinal } = await context.vaults.knownDeposits(id, paid);
  const found = paid.filter((_, index) => isKnown[index] !== true).slice(0, AT_ONCE);
  const listed = new Map(coins.map((coin) => [outpointKey(coin), coin]));
  return {
    found: found.map(({ txid, vout, satoshis, token }) => ({
      txid,
      vout,
      satoshis,
      tokens: token === undefined || token.amount === 0n ? null : { category: token.category, amount: token.amount },
    })),
    ...(await judge(context, unfinal, listed)),
  };
};

/** What is at a vault's address, and what the chain shows of its proposals and deposits. */
export interface Holdings {
  readonly coins: readonly UnspentOutput[];
  /** Satoshis. */
  readonly balance: bigint;
  readonly proposals: ProposalsCheck;
  readonly deposits: DepositChanges;
}

/**
 * Reads what is at a vault's address, without any lock.
 *
 * @param vault whose state is the latest on the chain
 * @param known transactions that may be newer than the servers' index
 * @throws ChainUnavailableError
 */
export const lookAtHoldings = async (
  context: VaultContext,
  vault: VaultRecord,
  recorded: readonly TransitionRecord[],
  known: readonly ChainTransaction[],
): Promise<Holdings> => {
  const { chain, vaults } = context;
  const [coins, unsettled] = await Promise.all([
    readHoldings(vault, known, chain),
    vaults.unsettledProposals(vault.id),
  ]);
  return {
    coins,
    balance: balanceOf(coins),
    proposals: await checkProposals(vault, unsettled, { coins, recorded }, chain),
    deposits: await findDeposits(context, vault, coins, recorded),
  };
};

/** Whether nothing of a vault's holdings is new. */
export const areRecorded = (
  { balance, proposals: { spenders, gone, executions }, deposits: { found, gone: lost, final } }: Holdings,
  { currentBalance }: VaultRecord,
): boolean =>
  balance === currentBalance &&
  found.length + lost.length + final.length + spenders.length + gone.length + executions.size === 0;

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
