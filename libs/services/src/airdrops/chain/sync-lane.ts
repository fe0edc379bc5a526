import { decodeAirdropState } from '@weir/covenants';
import type { AirdropCoin } from '@weir/covenants';
import { TransactionNotFoundError, walkBack, walkForward } from '@weir/infra';
import type { CampaignRecord, ChainReader, ChainTransaction, LaneRecord, LaneState } from '@weir/infra';
import { readAirdropTransition } from '@weir/covenants';
import { onChain } from '../../shared/chain-errors.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { toAirdropCoin } from './lane-coin.js';
import { readLane, recordLane } from './record-lane.js';

/** Longest run of steps caught up with at once. */
export const MAX_STEPS = 5_000;
/** Steps read at a time while the end of what the chain has is looked for. */
const BATCH = 50;

const isKnown = async (chain: ChainReader, txid: string): Promise<boolean> => {
  try {
    await chain.transaction(txid);
    return true;
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false;
    throw error;
  }
};

/** The transaction that left the lane as the servers' index has it now; undefined where it shows none. */
const tipOf = async ({ contract }: LoadedContract, category: string, lane: number, chain: ChainReader): Promise<ChainTransaction | undefined> => {
  const coins = await chain.unspent(contract.lockingBytecode);
  const coin = coins.find(({ token }) => token?.category === category && token.nft?.capability === 'mutable' && decodeAirdropState(token.nft.commitment)?.lane === lane);
  return coin && chain.transaction(coin.txid);
};

/** Follows the history of the script, for lanes that have ended: nothing unspent leads there. */
const pathForward = async ({ contract }: LoadedContract, from: AirdropCoin, chain: ChainReader): Promise<ChainTransaction[]> => {
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
const pathFrom = async (loaded: LoadedContract, state: LaneState, from: AirdropCoin, chain: ChainReader): Promise<ChainTransaction[]> => {
  const tip = await tipOf(loaded, from.category, from.state.lane, chain);
  if (tip === undefined) return pathForward(loaded, from, chain);
  const limits = { maxSteps: MAX_STEPS, lockingBytecode: loaded.contract.lockingBytecode };
  return tip.txid === state.txid ? [] : ((await walkBack(chain, tip, state, limits)) ?? []);
};

/** Takes back the steps whose transactions no server has any more. */
const rollBack = async (campaign: CampaignRecord, lane: LaneRecord, context: AirdropContext): Promise<LaneRecord> => {
  const { airdrops, chain } = context;
  let lost = lane.head + 1;
  for (let from = lane.head; from > 0; from -= BATCH) {
    const steps = await airdrops.stepsFrom(campaign.id, lane.lane, Math.max(from - BATCH + 1, 1), Math.min(BATCH, from));
    for (const step of steps.toReversed()) {
      if (await isKnown(chain, step.txHash)) return undo(campaign, lane, lost, context);
      lost = step.sequence;
    }
  }
  return undo(campaign, lane, lost, context);
};

const undo = (campaign: CampaignRecord, lane: LaneRecord, from: number, { airdrops }: AirdropContext): Promise<LaneRecord> =>
  airdrops.withLane(campaign.id, lane.lane, async (scope) => {
    if (scope.lane.headTxHash === lane.headTxHash && from <= lane.head) await scope.rollBackFrom(from);
    return scope.lane;
  });

/** One look at the chain. */
const look = async (campaign: CampaignRecord, loaded: LoadedContract, lane: LaneRecord, context: AirdropContext): Promise<LaneRecord> => {
  const { state } = lane;
  const category = campaign.funding?.category;
  const { chain } = context;
  if (state === null || category === undefined || (await chain.isUnspent(state.txid, state.vout))) return lane;
  const from = toAirdropCoin(state, category);
  const transitions = readLane(loaded, from, await pathFrom(loaded, state, from, chain)) ?? [];
  if (transitions.length > 0) return (await recordLane(campaign, lane, transitions, { confirmed: false }, context)) ?? current(lane, context);
  // The index may lag behind what was just sent; the node itself knows at once.
  return (await isKnown(chain, state.txid)) ? lane : rollBack(campaign, lane, context);
};

const current = async (lane: LaneRecord, { airdrops }: AirdropContext): Promise<LaneRecord> => (await airdrops.laneOf(lane.campaignId, lane.lane)) ?? lane;

/**
 * Brings a lane up to the chain: records claims made by others, mempool included, and takes back steps that are gone.
 *
 * @returns the lane as it stands afterwards
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const syncLane = (campaign: CampaignRecord, loaded: LoadedContract, lane: LaneRecord, context: AirdropContext): Promise<LaneRecord> =>
  onChain(async () => {
    const seen = await look(campaign, loaded, lane, context);
    // After steps were taken back there may be others in their place.
    return seen.head < lane.head ? look(campaign, loaded, seen, context) : seen;
  });
