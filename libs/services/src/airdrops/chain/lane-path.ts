import { decodeAirdropState, readAirdropTransition, type AirdropCoin } from '@weir/covenants';
import { walkBack, walkForward, type ChainReader, type ChainTransaction, type LaneState } from '@weir/infra';
import type { LoadedContract } from '../campaign-contracts.js';

/** Most steps of one lane that are caught up with at once. */
export const MAX_STEPS = 5_000;

/** The transaction that made the lane's state unspent in the servers' index; undefined where the index shows none. */
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

/** Follows the script's history, for lanes that have ended: nothing unspent leads to their end. */
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
 * Reads the transactions from a stored state to the lane's latest one on the chain and verifies each step: the servers' list of
 * unspent outputs only says where to look. The script's history, which can be long, is read for lanes that have ended only.
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
