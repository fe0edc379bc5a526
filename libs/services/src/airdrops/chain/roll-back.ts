import { type AirdropCoin, decodeAirdropState, readAirdropTransition } from '@weir/covenants';
import {
  type ChainReader,
  type ChainTransaction,
  ChainUnavailableError,
  type LaneRecord,
  type LaneState,
  type LaneStep,
  ServerAnsweredError,
  walkBack,
  walkForward,
} from '@weir/infra';
import { findTransaction } from '../../shared/chain-errors.js';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import type { BuiltCampaign } from '../load-campaign.js';
import { toAirdropCoin } from './record-lane.js';

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
  state: LaneState,
  from: AirdropCoin,
  reading: Reading,
  isPatient = false,
): Promise<ChainTransaction[]> => {
  const { chain, catchUp } = reading;
  const tip = await tipOf(loaded, from.category, from.state.lane, chain);
  if (tip === undefined) return pathForward(loaded, from, reading);
  if (tip.txid === state.txid) return [];
  const limits = { maxSteps: catchUp.steps, lockingBytecode: loaded.contract.lockingBytecode };
  const path = await walkBack(chain, tip, state, limits);
  return path ?? (isPatient ? pathOfMany(loaded, from, tip, reading) : []);
};

/** A recorded step that no server knows any more; all steps after it are lost with it. */
export interface LostStep {
  readonly lane: LaneRecord;
  readonly step: LaneStep;
  /** The transaction that spends what it spent; null where nothing does. */
  readonly replacedBy: string | null;
}

/** Decides whether a lost step is rolled back now; where not, the record stays as it is. */
export type MayRollBack = (lost: LostStep) => boolean;

/** Whether the node of any server knows a transaction. @throws ChainUnavailableError */
export const isKnown = async (chain: Pick<ChainReader, 'transaction'>, txid: string): Promise<boolean> =>
  (await findTransaction(chain, txid)) !== undefined;

const stepAt = async ({ airdrops }: AirdropContext, { campaignId, lane }: LaneRecord, sequence: number) => {
  const [step] = await airdrops.stepsFrom(campaignId, lane, sequence, 1);
  return step?.sequence === sequence ? step : undefined;
};

/**
 * Finds the first lost step of a lane whose latest one is lost. A server that knows a step knows those before it, so a binary
 * search does. Final steps are not asked for; a lost funding is handled elsewhere.
 */
const firstLost = async (context: AirdropContext, lane: LaneRecord): Promise<number> => {
  const isThere = async (sequence: number): Promise<boolean> => {
    const step = await stepAt(context, lane, sequence);
    return step !== undefined && isKnown(context.chain, step.txHash);
  };
  let [known, lost] = [Math.max(lane.finalSequence, 0), lane.head];
  // Mostly the last few are gone: go back in strides that double, then bisect between a known step and a lost one.
  for (let stride = 1; lost - known > 1; stride *= 2) {
    const probe = Math.max(lost - stride, known + 1);
    if (await isThere(probe)) {
      known = probe;
      break;
    }
    lost = probe;
  }
  while (lost - known > 1) {
    const probe = Math.floor((known + lost) / 2);
    if (await isThere(probe)) known = probe;
    else lost = probe;
  }
  return lost;
};

/** Finds the transaction that spends what a lost step spent. */
const findRival = async (
  context: AirdropContext,
  loaded: LoadedContract,
  category: string,
  before: LaneStep | undefined,
): Promise<string | null> => {
  const state = before?.state;
  if (state === undefined || state === null || (await context.chain.isUnspent(state.txid, state.vout))) return null;
  const [rival] = await pathFrom(loaded, state, toAirdropCoin(state, category), context);
  return rival?.txid ?? null;
};

/**
 * Rolls back the steps of a lane that no server knows any more, its latest one among them.
 *
 * @returns the lane afterwards
 * @throws ChainUnavailableError
 */
export const rollBack = async (
  context: AirdropContext,
  { campaign: { id, funding }, loaded }: BuiltCampaign,
  lane: LaneRecord,
  mayRollBack: MayRollBack,
): Promise<LaneRecord> => {
  if (funding === null || lane.head <= Math.max(lane.finalSequence, 0)) return lane;
  const from = await firstLost(context, lane);
  const [step, before] = [await stepAt(context, lane, from), await stepAt(context, lane, from - 1)];
  if (step === undefined) return lane;
  const replacedBy = await findRival(context, loaded, funding.category, before);
  if (!mayRollBack({ lane, step, replacedBy })) return lane;
  return context.airdrops.withLane(id, lane.lane, async (scope) => {
    const isAsRead = scope.lane.head === lane.head && scope.lane.headTxHash === lane.headTxHash;
    if (isAsRead) await scope.rollBackFrom(from, { reason: replacedBy === null ? 'vanished' : 'replaced', replacedBy });
    return scope.lane;
  });
};
