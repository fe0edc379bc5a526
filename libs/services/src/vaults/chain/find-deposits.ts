import { outpointKey } from '@weir/covenants';
import type { DepositChanges, Outpoint, TransitionRecord, UnspentOutput, VaultRecord } from '@weir/infra';
import { FINAL_DEPTH } from '../../shared/final-depth.js';
import type { VaultContext } from '../vault-context.js';
import { findTransaction } from './check-recorded.js';

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
export const findDeposits = async (
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
      ...{ txid, vout, satoshis },
      tokens: token === undefined || token.amount === 0n ? null : { category: token.category, amount: token.amount },
    })),
    ...(await judge(context, unfinal, listed)),
  };
};
