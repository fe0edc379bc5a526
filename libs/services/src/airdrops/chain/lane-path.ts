import { type AirdropCoin, type AirdropTransition, decodeAirdropState } from '@weir/covenants';
import {
  type ChainReader,
  type ChainTransaction,
  ChainUnavailableError,
  ServerAnsweredError,
  walkBack,
} from '@weir/infra';
import { type Step, stepsAlong, stepsForward } from '../../shared/follow/lineage.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import type { LaneTransaction } from '../campaign/lane-transaction.js';
import { laneLineage } from './lane-steps.js';

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
const alongHistory = ({ contract }: LoadedContract, from: AirdropCoin, { chain, catchUp }: Reading) =>
  stepsForward(chain, laneLineage(contract), from, catchUp.steps);

/**
 * Returns the steps from a state to a transaction; undefined where it does not descend from that state within the steps that are
 * read at once.
 *
 * @throws ChainUnavailableError
 */
export const stepsBack = async <Read extends LaneTransaction>(
  { contract }: LoadedContract,
  from: AirdropCoin,
  to: Read,
  { chain, catchUp }: Reading,
  limits: { readonly maxSteps: number; readonly keep?: number } = { maxSteps: catchUp.steps },
): Promise<readonly Step<AirdropTransition, Read | ChainTransaction>[] | undefined> => {
  const { lockingBytecode } = contract;
  const path = await walkBack(chain, to, from.outpoint, { ...limits, lockingBytecode });
  return path && stepsAlong(laneLineage(contract), from, path);
};

/** Reads the first steps of a lane that is far behind: along the history, or back from its end where no server shows that. */
const stepsOfMany = async (loaded: LoadedContract, from: AirdropCoin, tip: ChainTransaction, reading: Reading) => {
  const forward = await alongHistory(loaded, from, reading).catch((error: unknown) => {
    if (error instanceof ChainUnavailableError || error instanceof ServerAnsweredError) return undefined;
    throw error;
  });
  return forward ?? stepsBack(loaded, from, tip, reading, { maxSteps: ALL_STEPS, keep: reading.catchUp.steps });
};

/**
 * Reads the steps from a stored state to the lane's latest one on the chain: the servers' list of unspent outputs only says where
 * to look. The script's history, which can be long, is read only for lanes that have ended, or that are far behind.
 *
 * @param isPatient whether a lane is read that is further behind than is read at once, which takes minutes
 * @returns at most as many of them, the first ones, as are read at once; none of a lane further behind, unless patient
 */
export const stepsFrom = async (
  loaded: LoadedContract,
  from: AirdropCoin,
  reading: Reading,
  isPatient = false,
): Promise<readonly Step<AirdropTransition>[]> => {
  const tip = await tipOf(loaded, from.category, from.state.lane, reading.chain);
  if (tip === undefined) return alongHistory(loaded, from, reading);
  if (tip.txid === from.outpoint.txid) return [];
  const steps = await stepsBack(loaded, from, tip, reading);
  return steps ?? (isPatient ? ((await stepsOfMany(loaded, from, tip, reading)) ?? []) : []);
};
