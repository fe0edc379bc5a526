import { type AirdropCoin, decodeAirdropState, readAirdropTransition } from '@weir/covenants';
import {
  type ChainReader,
  type ChainTransaction,
  ChainUnavailableError,
  ServerAnsweredError,
  walkBack,
  walkForward,
} from '@weir/infra';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';

/** Most steps that a lane can have: a claim for each row of the longest list, and its end. */
const ALL_STEPS = 2 ** 20 + 1;

/** The transaction that made the lane's state unspent in the servers' index; undefined where the index shows none. */
const tipOf = async ({ contract }: LoadedContract, category: string, lane: number, chain: ChainReader) => {
  const coins = await chain.unspent(contract.lockingBytecode);
  const coin = coins.find(
    ({ token }) =>
      token?.category === category &&
      token.nft?.capability === 'mutable' &&
      decodeAirdropState(token.nft.commitment)?.lane === lane,
  );
  return coin && chain.transaction(coin.txid);
};

type Reading = Pick<AirdropContext, 'chain' | 'catchUp'>;

/** Follows the script's history, where nothing unspent leads to the lane's end, or it is too far away. */
const pathForward = async ({ contract }: LoadedContract, from: AirdropCoin, { chain, catchUp }: Reading) => {
  const path: ChainTransaction[] = [];
  let coin: AirdropCoin | undefined = from;
  await walkForward(chain, from.outpoint, contract.lockingBytecode, (transaction) => {
    const transition = coin && readAirdropTransition(contract, coin, transaction.txid, transaction.transaction);
    if (transition === undefined) return undefined;
    path.push(transaction);
    coin = path.length < catchUp.steps ? transition.next : undefined;
    return coin?.outpoint;
  });
  return path;
};

/** Reads the first steps of a lane that is far behind: along the history, or back from its end where no server shows that. */
const pathOfMany = async (loaded: LoadedContract, from: AirdropCoin, tip: ChainTransaction, reading: Reading) => {
  const forward = await pathForward(loaded, from, reading).catch((error: unknown) => {
    if (error instanceof ChainUnavailableError || error instanceof ServerAnsweredError) return undefined;
    throw error;
  });
  const { lockingBytecode } = loaded.contract;
  const limits = { maxSteps: ALL_STEPS, keep: reading.catchUp.steps, lockingBytecode };
  return forward ?? (await walkBack(reading.chain, tip, from.outpoint, limits)) ?? [];
};

/**
 * Reads the transactions from a stored state to the lane's latest one on the chain and verifies each step: the servers' list of
 * unspent outputs only says where to look. The script's history, which can be long, is read only for lanes that have ended, or
 * that are far behind.
 *
 * @param isPatient whether a lane is read that is further behind than is read at once, which takes minutes
 * @returns at most as many of them, the first ones, as are read at once; none of a lane further behind, unless patient
 */
export const pathFrom = async (
  loaded: LoadedContract,
  from: AirdropCoin,
  reading: Reading,
  isPatient = false,
): Promise<ChainTransaction[]> => {
  const { chain, catchUp } = reading;
  const tip = await tipOf(loaded, from.category, from.state.lane, chain);
  if (tip === undefined) return pathForward(loaded, from, reading);
  if (tip.txid === from.outpoint.txid) return [];
  const limits = { maxSteps: catchUp.steps, lockingBytecode: loaded.contract.lockingBytecode };
  const path = await walkBack(chain, tip, from.outpoint, limits);
  return path ?? (isPatient ? pathOfMany(loaded, from, tip, reading) : []);
};
