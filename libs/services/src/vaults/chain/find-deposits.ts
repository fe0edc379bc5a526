import type { DepositChanges, Outpoint, TransitionRecord, UnspentOutput, VaultRecord } from '@weir/infra';
import type { VaultContext } from '../vault-context.js';
import { findTransaction } from './check-recorded.js';
import { outpointKey } from './outpoints.js';

/** Blocks on top of a transaction's own that make it final: nodes refuse longer reorganisations. */
const FINAL_DEPTH = 10;
/** Recorded at a time; what is beyond is found by the next look. */
const AT_ONCE = 2_000;

const isBuried = ({ height = 0 }: { readonly height?: number | undefined }, tip: number): boolean =>
  height > 0 && tip - height >= FINAL_DEPTH;

/** A coin that is not there any more was spent, or is of a transaction that is gone. */
const judge = async (
  unfinal: readonly Outpoint[],
  listed: ReadonlyMap<string, UnspentOutput>,
  { chain }: VaultContext,
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
 * What was paid to a vault and is not recorded yet, and what the chain took back of that: coins at its address that are neither its
 * state nor what its own steps left.
 *
 * @throws ChainUnavailableError
 */
export const findDeposits = async (
  { id, state }: VaultRecord,
  coins: readonly UnspentOutput[],
  recorded: readonly TransitionRecord[],
  context: VaultContext,
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
    ...(await judge(unfinal, listed, context)),
  };
};
