import { type ChainReader, findTransaction, type LaneRecord, type LaneStep } from '@weir/infra';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import type { BuiltCampaign } from '../campaign/load-campaign.js';
import { pathFrom } from './lane-path.js';
import { readLane, recordLane, toAirdropCoin } from './lane-steps.js';

/** A recorded step that no server knows any more; all steps after it are lost with it. */
export interface LostStep {
  readonly lane: LaneRecord;
  readonly step: LaneStep;
  /** The transaction that spends what it spent; null where nothing does. */
  readonly replacedBy: string | null;
}

/** Decides whether a lost step is rolled back now; where not, the record stays as it is. */
export type MayRollBack = (lost: LostStep) => boolean;

/** How a lane is brought up to the chain. */
export interface SyncOptions {
  /** Which lost steps are rolled back. */
  readonly mayRollBack: MayRollBack;
  /** Whether a lane is caught up with however far behind it is. */
  readonly isPatient: boolean;
}

/** For requests: they get the lane as the chain has it now, even if a lost step may come back later, and wait for no long read. */
const AT_ONCE: SyncOptions = { mayRollBack: () => true, isPatient: false };

export const hasEnded = ({ closed, finalSequence, head }: LaneRecord): boolean => closed && finalSequence === head;

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
  const [rival] = await pathFrom(loaded, toAirdropCoin(state, category), context);
  return rival?.txid ?? null;
};

/**
 * Rolls back the steps of a lane that no server knows any more, its latest one among them.
 *
 * @returns the lane afterwards
 * @throws ChainUnavailableError
 */
const rollBack = async (
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

/** One look at the chain. */
const look = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  { mayRollBack, isPatient }: SyncOptions,
): Promise<LaneRecord> => {
  const { campaign, loaded } = built;
  const { state } = lane;
  const category = campaign.funding?.category;
  const { airdrops, chain } = context;
  if (category === undefined || hasEnded(lane) || (state !== null && (await chain.isUnspent(state.txid, state.vout))))
    return lane;
  // The index may lag behind what was just sent; the node itself knows it at once.
  if (!(await isKnown(chain, lane.headTxHash))) return rollBack(context, built, lane, mayRollBack);
  if (state === null) return lane;
  const from = toAirdropCoin(state, category);
  const path = await pathFrom(loaded, from, context, isPatient);
  const transitions = readLane(loaded, from, path) ?? [];
  if (transitions.length === 0) return lane;
  const recorded = await recordLane(context, campaign, lane, transitions, { confirmed: false });
  return recorded ?? (await airdrops.laneOf(lane.campaignId, lane.lane)) ?? lane;
};

/**
 * Brings a lane up to the chain: records claims made by others, mempool included, and rolls back steps that are gone,
 * also the end of a lane while it is not final.
 *
 * @returns the lane as it is afterwards
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const syncLane = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  options: SyncOptions = AT_ONCE,
): Promise<LaneRecord> => {
  for (let before = lane; ;) {
    const seen = await look(context, built, before, options);
    // After steps were rolled back there may be others in their place, and after so many steps there may be more.
    if (seen.head >= before.head && seen.head < before.head + context.catchUp.steps) return seen;
    before = seen;
  }
};
