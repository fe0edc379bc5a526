import {
  TransactionNotFoundError,
  type CampaignRecord,
  type ChainReader,
  type LaneRecord,
  type LaneStep,
} from '@weir/infra';
import type { AirdropContext } from '../airdrop-context.js';
import type { LoadedContract } from '../campaign-contracts.js';
import { toAirdropCoin } from './lane-coin.js';
import { pathFrom } from './lane-path.js';

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
export const isKnown = async (chain: Pick<ChainReader, 'transaction'>, txid: string): Promise<boolean> => {
  try {
    await chain.transaction(txid);
    return true;
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return false;
    throw error;
  }
};

const stepAt = async (
  { airdrops }: AirdropContext,
  { campaignId, lane }: LaneRecord,
  sequence: number,
): Promise<LaneStep | undefined> => {
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
  { id, funding }: CampaignRecord,
  loaded: LoadedContract,
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
