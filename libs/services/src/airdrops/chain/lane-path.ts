import { decodeAirdropState, readAirdropTransition, type AirdropCoin } from '@weir/covenants';
import { walkBack, walkForward, type ChainReader, type ChainTransaction, type LaneState } from '@weir/infra';
import type { LoadedContract } from '../campaign-contracts.js';

/** Longest run of steps caught up with at once. */
export const MAX_STEPS = 5_000;

/** The transaction that left the lane as the servers' index has it now; undefined where it shows none. */
const tipOf = async (
  { contract }: LoadedContract,
  category: string,
  lane: number,
  chain: ChainReader,
): Promise<ChainTransaction | undefined> => {
  const coins = await chain.unspent(contract.lockingBytecode);
  const coin = coins.find(
    ({ token }) =>
      token?.category === category &&
      token.nft?.capability === 'mutable' &&
      decodeAirdropState(token.nft.commitment)?.lane === lane,
  );
  return coin && chain.transaction(coin.txid);
};

/** Follows the history of the script, for lanes that have ended: nothing unspent leads there. */
const pathForward = async (
  { contract }: LoadedContract,
  from: AirdropCoin,
  chain: ChainReader,
): Promise<ChainTransaction[]> => {
  const path: ChainTransaction[] = [];
  let coin: AirdropCoin | undefined = from;
  await walkForward(chain, from.outpoint, contract.lockingBytecode, (transaction) => {
    const transition = coin && readAirdropTransition(contract, coin, transaction.txid, transaction.transaction);
    if (transition === undefined) return undefined;
    path.push(transaction);
    coin = transition.next;
    return coin?.outpoint;
  });
  return path;
};

/**
 * The transactions from a stored state to where the lane stands on the chain, verified step by step: the servers' list of
 * unspent outputs only tells where to look. A long history of the script is read for none but lanes that have ended.
 */
export const pathFrom = async (
  loaded: LoadedContract,
  state: LaneState,
  from: AirdropCoin,
  chain: ChainReader,
): Promise<ChainTransaction[]> => {
  const tip = await tipOf(loaded, from.category, from.state.lane, chain);
  if (tip === undefined) return pathForward(loaded, from, chain);
  const limits = { maxSteps: MAX_STEPS, lockingBytecode: loaded.contract.lockingBytecode };
  return tip.txid === state.txid ? [] : ((await walkBack(chain, tip, state, limits)) ?? []);
};
