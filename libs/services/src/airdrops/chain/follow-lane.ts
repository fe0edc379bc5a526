import { type ChainReader, findTransaction, type LaneRecord, type LaneScope, type LaneStep } from '@weir/infra';
import { follow, type Look } from '../../shared/follow/follow.js';
import type { AirdropContext } from '../campaign/airdrop-context.js';
import type { LoadedContract } from '../campaign/campaign-contracts.js';
import type { BuiltCampaign } from '../campaign/load-campaign.js';
import { stepsFrom } from './lane-path.js';
import { batchesOf, storedLane } from './lane-record.js';
import { toAirdropCoin } from './lane-steps.js';

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
  const [rival] = await stepsFrom(loaded, toAirdropCoin(state, category), context);
  return rival?.transaction.txid ?? null;
};

const NO_NEWS: Look<LaneScope> = { changes: [], isComplete: true };

/** Looks at a lane whose latest step no server knows any more: that step and all since the first lost one are rolled back. */
const lookBack = async (
  context: AirdropContext,
  { campaign: { funding }, loaded }: BuiltCampaign,
  lane: LaneRecord,
  mayRollBack: MayRollBack,
): Promise<Look<LaneScope>> => {
  if (funding === null || lane.head <= Math.max(lane.finalSequence, 0)) return NO_NEWS;
  const from = await firstLost(context, lane);
  const [step, before] = [await stepAt(context, lane, from), await stepAt(context, lane, from - 1)];
  if (step === undefined) return NO_NEWS;
  const replacedBy = await findRival(context, loaded, funding.category, before);
  if (!mayRollBack({ lane, step, replacedBy })) return NO_NEWS;
  const cause = { reason: replacedBy === null ? 'vanished' : 'replaced', replacedBy } as const;
  return { changes: [(scope) => scope.rollBackFrom(from, cause)], isComplete: false };
};

/**
 * Compares what is recorded of a lane with the chain: `recorded` where its state is unspent, or its end is there; `lost` where no
 * server knows its latest step; `behind` where its state is spent.
 *
 * @param isUnspent whether its state is, where that was asked already
 * @throws ChainUnavailableError
 */
export const standingOf = async (
  chain: Pick<ChainReader, 'transaction' | 'isUnspent'>,
  lane: LaneRecord,
  isUnspent?: boolean,
): Promise<'recorded' | 'lost' | 'behind'> => {
  const { state } = lane;
  const isHere = state === null ? hasEnded(lane) : (isUnspent ?? (await chain.isUnspent(state.txid, state.vout)));
  if (isHere) return 'recorded';
  // The index may lag behind what was just sent; the node itself knows it at once.
  if (!(await isKnown(chain, lane.headTxHash))) return 'lost';
  return state === null ? 'recorded' : 'behind';
};

/** Reads a lane as far as the chain goes. */
const look = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  { mayRollBack, isPatient }: SyncOptions,
): Promise<Look<LaneScope>> => {
  const { state } = lane;
  const { funding } = built.campaign;
  const standing = funding === null || hasEnded(lane) ? 'recorded' : await standingOf(context.chain, lane);
  if (standing === 'lost') return lookBack(context, built, lane, mayRollBack);
  if (standing === 'recorded' || state === null || funding === null) return NO_NEWS;
  const steps = await stepsFrom(built.loaded, toAirdropCoin(state, funding.category), context, isPatient);
  // After so many steps there may be more.
  return {
    changes: batchesOf(context, built, lane.lane, steps),
    isComplete: steps.length < context.catchUp.steps,
  };
};

/**
 * Brings a lane up to the chain: records claims made by others, mempool included, and rolls back steps that are gone,
 * also the end of a lane while it is not final.
 *
 * @returns the lane as it is afterwards
 * @throws ServiceError CHAIN_UNAVAILABLE
 */
export const followLane = async (
  context: AirdropContext,
  built: BuiltCampaign,
  lane: LaneRecord,
  sync: SyncOptions = AT_ONCE,
): Promise<LaneRecord> => {
  const record = {
    ...storedLane(context, built.campaign, lane.lane),
    attempts: Infinity,
    look: (row: LaneRecord) => look(context, built, row, sync),
  };
  return (await follow(record, { row: lane })).row;
};
